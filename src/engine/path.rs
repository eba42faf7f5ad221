//! Code paths: the resolver is compiled once for each instruction set, and the one to run is chosen
//! from what the processor has. The only unsafe code of the crate is here.

/// Instruction sets that the resolver is compiled for. All give the same bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodePath {
    /// What the whole program is compiled for: SSE2 on x86-64, NEON on 64-bit ARM.
    Baseline,
    /// AVX2 with BMI.
    Avx2,
    /// AVX-512 F, BW, DQ and VL.
    Avx512,
}

impl CodePath {
    /// All that this processor can run, the fastest last.
    #[must_use]
    pub fn available() -> Vec<CodePath> {
        #[allow(unused_mut, reason = "other processors have the baseline alone")]
        let mut paths = vec![CodePath::Baseline];
        #[cfg(target_arch = "x86_64")]
        {
            if avx2() {
                paths.push(CodePath::Avx2);
            }
            if avx512() {
                paths.push(CodePath::Avx512);
            }
        }
        paths
    }
}

#[cfg(target_arch = "x86_64")]
fn avx2() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2")
}

#[cfg(target_arch = "x86_64")]
fn avx512() -> bool {
    avx2()
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
}

/// Work that is compiled once for each code path.
pub(super) trait OnPath {
    /// What it gives.
    type Output;

    /// Does it; must be `#[inline(always)]`, and so must all that it calls.
    fn work(self) -> Self::Output;
}

/// Does some work on a code path, or on the fastest below it that the processor has.
pub(super) fn on_path<W: OnPath>(path: CodePath, work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    {
        if path == CodePath::Avx512 && avx512() {
            // SAFETY: the processor has just been found to have every feature that
            // `on_avx512` is compiled for.
            return unsafe { on_avx512(work) };
        }
        if path != CodePath::Baseline && avx2() {
            // SAFETY: as above, for `on_avx2`.
            return unsafe { on_avx2(work) };
        }
    }
    let _ = path;
    work.work()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,avx512f,avx512bw,avx512dq,avx512vl")]
fn on_avx512<W: OnPath>(work: W) -> W::Output {
    work.work()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn on_avx2<W: OnPath>(work: W) -> W::Output {
    work.work()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adds two arrays in a loop that becomes vector code.
    struct Sum<'a>(&'a [u32; 64], &'a [u32; 64]);

    impl OnPath for Sum<'_> {
        type Output = [u32; 64];

        #[inline(always)]
        fn work(self) -> [u32; 64] {
            std::array::from_fn(|i| self.0[i].wrapping_mul(3).wrapping_add(self.1[i]))
        }
    }

    // Would crash with an illegal instruction if a path ran that the processor lacks, and differ if
    // it were compiled wrong: asks also for paths that were not found, which must fall back.
    #[test]
    fn every_path_asked_for_runs_and_gives_the_same() {
        let a = std::array::from_fn(|i| (i as u32).wrapping_mul(2_654_435_761));
        let b = std::array::from_fn(|i| u32::MAX - i as u32);
        let expected = Sum(&a, &b).work();
        for path in [CodePath::Baseline, CodePath::Avx2, CodePath::Avx512] {
            assert_eq!(on_path(path, Sum(&a, &b)), expected, "{path:?}");
        }
        assert_eq!(CodePath::available()[0], CodePath::Baseline);
    }
}
