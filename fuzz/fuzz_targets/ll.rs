#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    wavec_tests::readers::ir(data);
});
