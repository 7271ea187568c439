//! Lists and runs the tests. Started under the name `wavec`, `FileCheck` or `not`, it is that command: file tests and
//! comparisons run it as a process of its own.

use libtest_mimic::Arguments;
use wavec_tests::{
    accepted_forms, address_pairs, buffer_bounds, builtins, carried_values, checks, command_line,
    constrained, corpus, debug_info, explain, file_tests, float_modes, half_fma, hazards, hip, images,
    inline_asm, intrinsic_reference, intrinsics, ir_programs, language, large_frames, llvm, llvm_faults,
    machine_ir, matrices, measured_kernels, module_dependencies, multicall, mutations, operations,
    pass_files, pass_reference, pixel_programs, processor_literals, programs, run_tests, shader_scratch,
    shaders,
};

fn main() -> std::process::ExitCode {
    if let Some(status) = multicall::run() {
        return std::process::ExitCode::from(status);
    }
    multicall::install();
    let arguments = Arguments::from_args();
    let tests = [
        file_tests::trials(),
        run_tests::trials(),
        constrained::trials(),
        language::trials(),
        large_frames::trials(),
        measured_kernels::trials(),
        operations::trials(),
        carried_values::trials(),
        float_modes::trials(),
        pixel_programs::trials(),
        shader_scratch::trials(),
        shaders::trials(),
        half_fma::trials(),
        hip::trials(),
        matrices::trials(),
        hazards::trials(),
        programs::trials(),
        checks::trials(),
        ir_programs::trials(),
        corpus::trials(),
        address_pairs::trials(),
        machine_ir::trials(),
        buffer_bounds::trials(),
        pass_files::trials(),
        pass_reference::trials(),
        command_line::trials(),
        debug_info::trials(),
        intrinsic_reference::trials(),
        explain::trials(),
        llvm::trials(),
        accepted_forms::trials(),
        images::trials(),
        inline_asm::trials(),
        intrinsics::trials(),
        builtins::trials(),
        mutations::trials(),
        module_dependencies::trials(),
        processor_literals::trials(),
    ]
    .concat_trials();
    let conclusion = libtest_mimic::run(&arguments, tests);
    llvm_faults::report();
    let _ = std::fs::remove_dir_all(multicall::directory());
    conclusion.exit_code()
}

/// Puts lists of tests together.
trait ConcatTrials {
    fn concat_trials(self) -> Vec<libtest_mimic::Trial>;
}

impl<const N: usize> ConcatTrials for [Vec<libtest_mimic::Trial>; N] {
    fn concat_trials(self) -> Vec<libtest_mimic::Trial> {
        self.into_iter().flatten().collect()
    }
}
