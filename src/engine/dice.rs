//! Fair ten-sided dice, a row at a time, from sixteen xoshiro256++ generators run side by side.
//!
//! A die is a random byte `b` and a need `k` is a threshold `t = ⌊25.6·k⌋`: `b < t` hits. What is
//! missing to exactly k/10 is the fraction of 25.6·k, a multiple of 1/5: it is settled by a second
//! byte, uniform over 255 values, in the one case of 256 in which `b = t`. So every face has
//! exactly the chance of one in ten, and a die costs one byte.

use super::path::{CodePath, OnPath, on_path};
use super::row::{LANES, Row};
use rand::{Rng, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

/// Generators side by side. Sixteen is where the compiler's vector code sets in; eight are slower
/// than one, thirty-two no faster.
const STREAMS: usize = 16;

/// Bytes made at a time.
const BUFFER: usize = 4096;

/// Threshold of each need from 0 to 10: `⌊25.6·k⌋`, and for a sure hit 255, whose tie always hits.
pub const THRESHOLD: [u8; 11] = [0, 25, 51, 76, 102, 128, 153, 179, 204, 230, 255];

/// A byte equal to its threshold hits if a second one, uniform over 0 to 254, is below this: 51 for
/// each fifth that 25.6·k is above the threshold.
pub const TIE_THRESHOLD: [u8; 11] = [0, 153, 51, 204, 102, 0, 153, 51, 204, 102, 255];

/// Where the resolver's dice come from.
pub trait Dice {
    /// One random byte a lane; the same until [`take`](Self::take) is called.
    fn look(&mut self) -> &Row;

    /// Goes on to the next row.
    fn take(&mut self);

    /// In the lanes of the mask, a number from 0 to 254, all equally likely.
    fn ties(&mut self, lanes: &Row) -> Row;

    /// A number below `n`, all equally likely.
    fn below(&mut self, n: u32) -> u32;
}

/// The dice of one batch of battles: a stream for each (seed, batch).
pub struct BatchDice {
    state: [[u64; STREAMS]; 4],
    buffer: Box<[Row; BUFFER / LANES]>,
    next: usize,
    /// For draws that are not a byte a lane.
    rare: Xoshiro256PlusPlus,
}

/// The seeds of a batch's generators: the sixteen of the rows, then that of the rare draws.
fn seeds(seed: u64, batch: u64) -> [u64; STREAMS + 1] {
    let batch_seed = SplitMix64::seed_from_u64(seed)
        .next_u64()
        .wrapping_add(batch.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    // Two rounds of SplitMix64 lie between neighbouring batches, whose seeds differ by a constant.
    let mut mix = SplitMix64::seed_from_u64(SplitMix64::seed_from_u64(batch_seed).next_u64());
    std::array::from_fn(|_| mix.next_u64())
}

/// The four words that rand_xoshiro's `seed_from_u64` would start from.
fn initial_state(seed: u64) -> [u64; 4] {
    let mut mix = SplitMix64::seed_from_u64(seed);
    std::array::from_fn(|_| mix.next_u64())
}

impl BatchDice {
    /// The stream of a batch.
    #[must_use]
    pub fn new(seed: u64, batch: u64) -> BatchDice {
        let seeds = seeds(seed, batch);
        let mut state = [[0; STREAMS]; 4];
        for stream in 0..STREAMS {
            for (word, value) in initial_state(seeds[stream]).into_iter().enumerate() {
                state[word][stream] = value;
            }
        }
        BatchDice {
            state,
            buffer: Box::new([Row::ZERO; BUFFER / LANES]),
            next: BUFFER / LANES,
            rare: Xoshiro256PlusPlus::seed_from_u64(seeds[STREAMS]),
        }
    }

    /// Fills the buffer: step by step, eight bytes of each generator, lowest byte first.
    #[inline(always)]
    pub fn fill(&mut self) {
        // One fused loop over a local copy: anything else falls back to scalar code.
        let [mut s0, mut s1, mut s2, mut s3] = self.state;
        for rows in self.buffer.as_chunks_mut::<{ STREAMS * 8 / LANES }>().0 {
            let mut out = [0; STREAMS];
            for i in 0..STREAMS {
                out[i] = s0[i].wrapping_add(s3[i]).rotate_left(23).wrapping_add(s0[i]);
                let t = s1[i] << 17;
                s2[i] ^= s0[i];
                s3[i] ^= s1[i];
                s1[i] ^= s2[i];
                s0[i] ^= s3[i];
                s2[i] ^= t;
                s3[i] = s3[i].rotate_left(45);
            }
            for (row, words) in rows.iter_mut().zip(out.as_chunks::<{ LANES / 8 }>().0) {
                for (bytes, word) in row.0.as_chunks_mut::<8>().0.iter_mut().zip(words) {
                    *bytes = word.to_le_bytes();
                }
            }
        }
        self.state = [s0, s1, s2, s3];
        self.next = 0;
    }

    /// [`fill`](Self::fill) on a code path, for measuring the raw stream.
    pub fn fill_on(&mut self, path: CodePath) {
        on_path(path, Fill(self));
    }

    /// The bytes made by the last [`fill`](Self::fill).
    #[must_use]
    pub fn buffer(&self) -> &[Row] {
        &self.buffer[..]
    }
}

/// The stream of a batch of battles that are fought one after the other.
#[derive(Clone, Debug)]
pub struct Stream(Xoshiro256PlusPlus);

impl Stream {
    /// The stream of a batch.
    #[must_use]
    pub fn new(seed: u64, batch: u64) -> Stream {
        Stream(Xoshiro256PlusPlus::seed_from_u64(seeds(seed, batch)[STREAMS]))
    }

    /// The next 64 bits.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `n`, all equally likely.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        // Lemire's multiplication with rejection: exact.
        let reject = n.wrapping_neg() % n;
        loop {
            let product = u128::from(self.word()) * u128::from(n);
            if product as u64 >= reject {
                return (product >> 64) as u64;
            }
        }
    }
}

struct Fill<'a>(&'a mut BatchDice);

impl OnPath for Fill<'_> {
    type Output = ();

    #[inline(always)]
    fn work(self) {
        self.0.fill();
    }
}

impl Dice for BatchDice {
    #[inline(always)]
    fn look(&mut self) -> &Row {
        if self.next == BUFFER / LANES {
            self.fill();
        }
        &self.buffer[self.next]
    }

    #[inline(always)]
    fn take(&mut self) {
        self.next += 1;
    }

    #[inline(always)]
    fn ties(&mut self, lanes: &Row) -> Row {
        loop {
            let row = *self.look();
            self.take();
            // 255 is thrown again; all lanes with it, which keeps each of them fair.
            if !lanes.and(&row.equal(&Row::YES)).any() {
                return row;
            }
        }
    }

    #[inline(always)]
    fn below(&mut self, n: u32) -> u32 {
        // Lemire's multiplication with rejection: exact.
        let reject = n.wrapping_neg() % n;
        loop {
            let product = (self.rare.next_u64() >> 32) * u64::from(n);
            if product as u32 >= reject {
                return (product >> 32) as u32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_equal_the_crates_generator_bit_for_bit() {
        let mut dice = BatchDice::new(7, 3);
        let mut expected = seeds(7, 3).map(Xoshiro256PlusPlus::seed_from_u64);
        for _ in 0..3 {
            dice.fill();
            let bytes: Vec<u8> = dice.buffer().iter().flat_map(|row| row.0).collect();
            for step in bytes.chunks_exact(STREAMS * 8) {
                for (stream, word) in step.chunks_exact(8).enumerate() {
                    assert_eq!(
                        u64::from_le_bytes(word.try_into().unwrap()),
                        expected[stream].next_u64()
                    );
                }
            }
        }
        assert_eq!(dice.rare.next_u64(), expected[STREAMS].next_u64());
    }

    #[test]
    fn thresholds_and_ties_give_each_need_exactly_its_tenths() {
        // P(hit) = (t + u/255) / 256 must be k/10: 10·(255·t + u) = 255·256·k.
        for need in 0..=10 {
            let (t, u) = (usize::from(THRESHOLD[need]), usize::from(TIE_THRESHOLD[need]));
            assert_eq!(10 * (255 * t + u), 255 * 256 * need, "need {need}");
        }
    }

    #[test]
    fn seeds_and_batches_start_different_streams() {
        let mut seen = std::collections::HashSet::new();
        for seed in 0..50 {
            for batch in 0..50 {
                for s in seeds(seed, batch) {
                    assert!(seen.insert(s), "seed {seed} batch {batch}");
                }
            }
        }
    }
}
