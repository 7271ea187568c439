//! Hostcalls of kernels in the protocol of ROCm's device libraries: output of HIP's `printf`.
//!
//! A wave pops a packet from a stack of free ones, fills it, pushes it to a stack of ready ones and waits until the
//! host clears the packet's flag; then it pushes the packet back. The stacks link packets by number, with a tag in the
//! upper bits that changes whenever a packet is returned. A packet has a slot of eight 64-bit words for each lane: the
//! arguments, and in the first two the results.
//!
//! The print service takes messages of several calls: the first word identifies the message and says whether the call
//! begins or ends it and how many of the other words belong to it. A message is a word of flags (bit 0: standard
//! error), the format, and the operands; a string is stored inline, ends with a zero and is padded to whole words.

use crate::memory::Memory;
use std::collections::BTreeMap;

/// Number of packets, a power of two: a wave uses one at a time, and this many waves at most can be active.
const PACKETS: u64 = 64;
const HEADER_SIZE: u64 = 24;
const PAYLOAD_SIZE: u64 = 64 * 8 * 8;
/// The signal that waves raise; only its value changes.
const SIGNAL: u64 = 64;
const HEADERS: u64 = 128;
const PAYLOADS: u64 = (HEADERS + PACKETS * HEADER_SIZE).next_multiple_of(64);
const SIZE: u64 = PAYLOADS + PACKETS * PAYLOAD_SIZE;

/// Offset in the buffer of the stack of ready packets.
const READY_STACK: u64 = 32;

const SERVICE_PRINT: u32 = 2;

/// The host's side of a hostcall buffer.
#[derive(Debug)]
pub(crate) struct Hostcall {
    /// Address of the buffer.
    pub base: u64,
    messages: BTreeMap<u64, Vec<u64>>,
    next_message: u64,
    /// The text that was printed.
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
        // Headers, payloads, signal, free packets, ready packets, mask of packet numbers.
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
        // A zero ends a stack: packet 0 starts with a nonzero tag.
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
    /// An unknown service.
    pub(crate) fn serve(&mut self, memory: &mut Memory) -> Result<(), String> {
        let mut ready = self.get(memory, READY_STACK);
        if ready == 0 {
            return Ok(());
        }
        self.put(memory, READY_STACK, 0);
        // There are no more packets than this, even if the program corrupts the stack.
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

    /// Prints a message and returns the number of bytes, like `printf`. Both streams go to the same text.
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
