//! A fast hash for the tables of fleets: their keys are made by the program and can't be chosen by
//! an opponent, so that nothing stronger is needed. No result depends on an order of hashes.

use std::hash::{BuildHasherDefault, Hasher};

/// Multiplies and rotates, eight bytes at a time.
#[derive(Clone, Copy, Default)]
pub struct Mix(u64);

/// Makes [`Mix`] hashers for a `HashMap`.
pub type Mixed = BuildHasherDefault<Mix>;

impl Mix {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.add(u64::from_le_bytes(*word));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.add(u64::from_le_bytes(last));
    }

    fn write_u8(&mut self, word: u8) {
        self.add(u64::from(word));
    }

    fn write_u16(&mut self, word: u16) {
        self.add(u64::from(word));
    }

    fn write_u32(&mut self, word: u32) {
        self.add(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }

    fn finish(&self) -> u64 {
        // The table takes its place from the low bits, which a product mixes least.
        self.0 ^ (self.0 >> 32)
    }
}
