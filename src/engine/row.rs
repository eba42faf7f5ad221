//! Rows: one small number for each of the battles that run in lockstep.
//!
//! A row is a plain array and an operation on it a plain loop of fixed length, which the compiler
//! turns into vector code for whatever instruction set the caller was compiled for. Everything is
//! `inline(always)`: a function left standing would be compiled for the baseline alone.
//! A mask is a row of 0x00 (no) and 0xFF (yes).

#![allow(
    clippy::needless_range_loop,
    reason = "the plain loop over lanes is what becomes vector code"
)]

/// Battles in lockstep. One AVX-512 register of bytes, two of AVX2, four of NEON or SSE2.
pub const LANES: usize = 128;

/// One byte a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Row(pub [u8; LANES]);

/// Two bytes a lane, where a byte could overflow: totals of a side, rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct WideRow(pub [u16; LANES]);

/// All ones for `true`, zero for `false`.
#[inline(always)]
pub fn mask(condition: bool) -> u8 {
    u8::from(condition).wrapping_neg()
}

#[inline(always)]
fn map(a: &Row, f: impl Fn(u8) -> u8) -> Row {
    let mut out = [0; LANES];
    for i in 0..LANES {
        out[i] = f(a.0[i]);
    }
    Row(out)
}

#[inline(always)]
fn zip(a: &Row, b: &Row, f: impl Fn(u8, u8) -> u8) -> Row {
    let mut out = [0; LANES];
    for i in 0..LANES {
        out[i] = f(a.0[i], b.0[i]);
    }
    Row(out)
}

impl Row {
    /// Zero, or `no`, in every lane.
    pub const ZERO: Row = Row([0; LANES]);

    /// `yes` in every lane.
    pub const YES: Row = Row([0xFF; LANES]);

    /// The same value in every lane.
    #[inline(always)]
    pub fn splat(value: u8) -> Row {
        Row([value; LANES])
    }

    /// Bitwise and: the value where the mask is `yes`, or both masks.
    #[inline(always)]
    pub fn and(&self, other: &Row) -> Row {
        zip(self, other, |a, b| a & b)
    }

    /// Bitwise or.
    #[inline(always)]
    pub fn or(&self, other: &Row) -> Row {
        zip(self, other, |a, b| a | b)
    }

    /// `self` where `other` is `no`.
    #[inline(always)]
    pub fn and_not(&self, other: &Row) -> Row {
        zip(self, other, |a, b| a & !b)
    }

    /// Lane by lane, wrapping around.
    #[inline(always)]
    pub fn plus(&self, other: &Row) -> Row {
        zip(self, other, u8::wrapping_add)
    }

    /// Lane by lane, wrapping around.
    #[inline(always)]
    pub fn minus(&self, other: &Row) -> Row {
        zip(self, other, u8::wrapping_sub)
    }

    /// Lane by lane, but not below zero.
    #[inline(always)]
    pub fn less(&self, other: &Row) -> Row {
        zip(self, other, u8::saturating_sub)
    }

    /// Lane by lane, wrapping around.
    #[inline(always)]
    pub fn times(&self, factor: u8) -> Row {
        map(self, |a| a.wrapping_mul(factor))
    }

    /// One less where `mask` is `yes`.
    #[inline(always)]
    pub fn less_one_if(&self, mask: &Row) -> Row {
        self.plus(mask)
    }

    /// Mask of the lanes that are not zero.
    #[inline(always)]
    pub fn non_zero(&self) -> Row {
        map(self, |a| mask(a != 0))
    }

    /// Mask of the lanes with at least `least`.
    #[inline(always)]
    pub fn at_least(&self, least: u8) -> Row {
        map(self, |a| mask(a >= least))
    }

    /// Mask of the lanes with more than `value`.
    #[inline(always)]
    pub fn more_than(&self, value: u8) -> Row {
        map(self, |a| mask(a > value))
    }

    /// Mask of the lanes below those of `other`.
    #[inline(always)]
    pub fn less_than(&self, other: &Row) -> Row {
        zip(self, other, |a, b| mask(a < b))
    }

    /// Mask of the lanes equal to those of `other`.
    #[inline(always)]
    pub fn equal(&self, other: &Row) -> Row {
        zip(self, other, |a, b| mask(a == b))
    }

    /// `yes` where `mask` is `no`.
    #[inline(always)]
    pub fn not(&self) -> Row {
        map(self, |a| !a)
    }

    /// A mask that chooses between two constants.
    #[inline(always)]
    pub fn choose(&self, yes: u8, no: u8) -> Row {
        map(self, |m| (m & yes) | (!m & no))
    }

    /// A mask that chooses between a constant and a row.
    #[inline(always)]
    pub fn constant_or(&self, yes: u8, no: &Row) -> Row {
        zip(self, no, |m, n| (m & yes) | (!m & n))
    }

    /// The largest value of any lane.
    #[inline(always)]
    pub fn max(&self) -> u8 {
        let mut most = 0;
        for i in 0..LANES {
            most = most.max(self.0[i]);
        }
        most
    }

    /// Not zero in at least one lane.
    #[inline(always)]
    pub fn any(&self) -> bool {
        // As a comparison of whole arrays this becomes a vector test or two; of more than 64 bytes
        // it would become a call.
        self.0.as_chunks::<64>().0.iter().any(|part| *part != [0; 64])
    }

    /// A bit a lane: those where the mask is `yes`.
    #[inline(always)]
    fn bits(&self) -> [u64; LANES / 64] {
        let mut bits = [0; LANES / 64];
        for (i, bytes) in self.0.as_chunks::<8>().0.iter().enumerate() {
            // The multiplication gathers the lowest bit of each byte in the highest byte.
            let lowest = u64::from_le_bytes(*bytes) & 0x0101_0101_0101_0101;
            bits[i / 8] |= (lowest.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (i % 8 * 8);
        }
        bits
    }

    /// Calls `f` with each lane where the mask is `yes`, in order.
    #[inline(always)]
    pub fn for_each_lane(&self, mut f: impl FnMut(usize)) {
        for (i, mut bits) in self.bits().into_iter().enumerate() {
            while bits != 0 {
                f(i * 64 + bits.trailing_zeros() as usize);
                bits &= bits - 1;
            }
        }
    }
}

/// Which sides have the fleet size bonus (5.1.3), given their unscreened combat-capable ships.
#[inline]
#[must_use]
pub fn fleet_size_bonus(front: [u16; 2]) -> [bool; 2] {
    [twice(front[0], front[1]), twice(front[1], front[0])]
}

/// Whether `a` is at least twice `b`.
#[inline(always)]
#[must_use]
pub fn twice(a: u16, b: u16) -> bool {
    a >= 2 * b
}

impl WideRow {
    /// Zero in every lane.
    pub const ZERO: WideRow = WideRow([0; LANES]);

    /// Adds a row.
    #[inline(always)]
    pub fn plus(&self, row: &Row) -> WideRow {
        let mut out = [0; LANES];
        for i in 0..LANES {
            out[i] = self.0[i] + u16::from(row.0[i]);
        }
        WideRow(out)
    }

    /// Adds `row` times `factor`; the caller has made sure that it fits.
    #[inline(always)]
    pub fn plus_times(&self, row: &Row, factor: u16) -> WideRow {
        let mut out = [0; LANES];
        for i in 0..LANES {
            out[i] = self.0[i].wrapping_add(u16::from(row.0[i]).wrapping_mul(factor));
        }
        WideRow(out)
    }

    /// The lesser of the two, lane by lane.
    #[inline(always)]
    pub fn at_most(&self, row: &Row) -> Row {
        let mut out = [0; LANES];
        for i in 0..LANES {
            out[i] = self.0[i].min(u16::from(row.0[i])) as u8;
        }
        Row(out)
    }

    /// Takes off a row, down to zero.
    #[inline(always)]
    pub fn less(&self, row: &Row) -> WideRow {
        let mut out = [0; LANES];
        for i in 0..LANES {
            out[i] = self.0[i].saturating_sub(u16::from(row.0[i]));
        }
        WideRow(out)
    }

    /// Mask of the lanes in which `self` is greater than `other`.
    #[inline(always)]
    pub fn above(&self, other: &WideRow) -> Row {
        let mut out = [0; LANES];
        for i in 0..LANES {
            out[i] = mask(self.0[i] > other.0[i]);
        }
        Row(out)
    }

    /// Mask of the lanes in which `self` is at least twice `other`.
    #[inline(always)]
    pub fn at_least_twice(&self, other: &WideRow) -> Row {
        let mut out = [0; LANES];
        for i in 0..LANES {
            out[i] = mask(twice(self.0[i], other.0[i]));
        }
        Row(out)
    }

    /// One more in every lane.
    #[inline(always)]
    pub fn next(&self) -> WideRow {
        let mut out = [0; LANES];
        for i in 0..LANES {
            out[i] = self.0[i] + 1;
        }
        WideRow(out)
    }

    /// Mask of the lanes with at least `least`.
    #[inline(always)]
    pub fn at_least(&self, least: u16) -> Row {
        let mut out = [0; LANES];
        for i in 0..LANES {
            out[i] = mask(self.0[i] >= least);
        }
        Row(out)
    }

    /// Zero where the mask is `yes`.
    #[inline(always)]
    pub fn zero_if(&self, zero: &Row) -> WideRow {
        let mut out = [0; LANES];
        for i in 0..LANES {
            // A mask byte widened with its sign keeps all sixteen bits.
            out[i] = self.0[i] & !(i16::from(zero.0[i] as i8) as u16);
        }
        WideRow(out)
    }
}
