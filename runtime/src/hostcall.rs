//! Calls of the host by kernels, as ROCm's device libraries make them: printing of HIP programs.
//!
//! A wave takes a packet from a stack of free ones, fills it, pushes it on a stack of ready ones and waits until the host
//! clears the packet's flag; then it pushes the packet back. The addresses on the stacks are numbers of packets, with a tag
//! above them that changes whenever a packet comes back. A packet has a slot of eight words of 64 bits for each lane: the
//! arguments, and in the first two the results.
//!
//! The service of printing takes messages of several calls: the first word says which message, whether the call begins or
//! ends it, and how many of the other words belong to it. A message is a word of flags (bit 0: standard error), the format,
//! and the operands; strings have their bytes in place of a word, both end with a zero and take whole words.

use crate::memory::Memory;
use std::collections::BTreeMap;

/// Packets, a power of two: a wave has one at most, and this many waves at most are under way at a time.
const PACKETS: u64 = 64;
const HEADER_SIZE: u64 = 24;
const PAYLOAD_SIZE: u64 = 64 * 8 * 8;
/// The signal that waves ring; only its value changes.
const SIGNAL: u64 = 64;
const HEADERS: u64 = 128;
const PAYLOADS: u64 = (HEADERS + PACKETS * HEADER_SIZE).next_multiple_of(64);
const SIZE: u64 = PAYLOADS + PACKETS * PAYLOAD_SIZE;

/// Where the buffer has the stack of packets that are ready.
const READY_STACK: u64 = 32;

const SERVICE_PRINT: u32 = 2;

/// The host's side of a buffer.
#[derive(Debug)]
pub(crate) struct Hostcall {
    /// Address of the buffer.
    pub base: u64,
    messages: BTreeMap<u64, Vec<u64>>,
    next_message: u64,
    /// What was printed.
    pub printed: String,
}

impl Hostcall {
    /// Maps a buffer with all packets free.
    pub(crate) fn new(memory: &mut Memory) -> Hostcall {
        let base = memory.map(vec![0; SIZE as usize], true, "hostcall buffer".into());
        let mut this = Hostcall {
            base,
            messages: BTreeMap::new(),
            next_message: 1,
            printed: String::new(),
        };
        // Headers, payloads, signal, free packets, ready packets, mask of numbers.
        let fields = [
            base + HEADERS,
            base + PAYLOADS,
            base + SIGNAL,
            PACKETS - 1,
            0,
            PACKETS - 1,
        ];
        for (index, value) in (0..).zip(fields) {
            this.put(memory, 8 * index, value);
        }
        // A zero ends a stack: packet 0 has a tag from the start.
        for packet in 1..PACKETS {
            let next = if packet == 1 { PACKETS } else { packet - 1 };
            this.put(memory, HEADERS + packet * HEADER_SIZE, next);
        }
        this
    }

    fn get(&self, memory: &Memory, offset: u64) -> u64 {
        let bytes = memory
            .read(self.base + offset, 8)
            .ok()
            .and_then(|bytes| bytes.first_chunk::<8>());
        bytes.map_or(0, |bytes| u64::from_le_bytes(*bytes))
    }

    fn put(&mut self, memory: &mut Memory, offset: u64, value: u64) {
        if let Ok(bytes) = memory.write(self.base + offset, 8) {
            bytes.copy_from_slice(&value.to_le_bytes());
        }
    }

    /// Answers all packets that are ready.
    ///
    /// # Errors
    /// The service that is not there.
    pub(crate) fn serve(&mut self, memory: &mut Memory) -> Result<(), String> {
        let mut ready = self.get(memory, READY_STACK);
        if ready == 0 {
            return Ok(());
        }
        self.put(memory, READY_STACK, 0);
        // Whatever a program has written to the stack, it has no more packets than there are.
        for _ in 0..PACKETS {
            if ready == 0 {
                break;
            }
            let packet = ready & (PACKETS - 1);
            let header = HEADERS + packet * HEADER_SIZE;
            ready = self.get(memory, header);
            let (mut lanes, service) = (self.get(memory, header + 8), self.get(memory, header + 16));
            while lanes != 0 {
                let lane = u64::from(lanes.trailing_zeros());
                lanes &= lanes - 1;
                self.answer(
                    memory,
                    service as u32,
                    PAYLOADS + packet * PAYLOAD_SIZE + lane * 64,
                )?;
            }
            // The lowest bit of the control word is set until the packet is answered.
            self.put(memory, header + 16, service & !(1 << 32));
        }
        Ok(())
    }

    /// Answers the call of one lane.
    fn answer(&mut self, memory: &mut Memory, service: u32, slot: u64) -> Result<(), String> {
        if service != SERVICE_PRINT {
            let name = match service {
                1 => " (a function of the host)",
                3 => " (allocation of memory)",
                4 => " (reports of the address sanitizer)",
                _ => "",
            };
            return Err(format!("a hostcall for service {service}{name}"));
        }
        const BEGIN: u64 = 1;
        const END: u64 = 2;
        let words: [u64; 8] = std::array::from_fn(|index| self.get(memory, slot + 8 * index as u64));
        let (descriptor, count) = (words[0], (words[0] >> 5 & 7) as usize);
        let mut message = descriptor >> 8;
        if descriptor & BEGIN != 0 {
            message = self.next_message;
            self.next_message += 1;
            self.messages.insert(message, Vec::new());
        }
        let Some(contents) = self.messages.get_mut(&message) else {
            return Err("a hostcall for a message that was not started".into());
        };
        contents.extend(&words[1..=count]);
        let result = if descriptor & END != 0 {
            let contents = self.messages.remove(&message).unwrap_or_default();
            self.print(&contents) as u64
        } else {
            message << 8
        };
        self.put(memory, slot, result);
        self.put(memory, slot + 8, 0);
        Ok(())
    }

    /// Prints a message; the number of bytes, as `printf` gives it. Both streams go to the same text.
    fn print(&mut self, message: &[u64]) -> usize {
        let bytes: Vec<u8> = message
            .iter()
            .skip(1)
            .flat_map(|word| word.to_le_bytes())
            .collect();
        let before = self.printed.len();
        crate::printf::print_words(&bytes, &mut self.printed);
        self.printed.len() - before
    }
}
