//! Random choices from a seed: the same in every run.

/// Knuth's linear congruential generator.
pub struct Random(u64);

impl Random {
    pub fn seeded(seed: u64) -> Self {
        Random(seed)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    /// A number from `least` to `most`, both included.
    pub fn between(&mut self, least: u32, most: u32) -> u32 {
        least + u32::try_from(self.below((most - least + 1) as usize)).unwrap()
    }

    pub fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// True in one of `cases` cases.
    pub fn once_in(&mut self, cases: usize) -> bool {
        self.below(cases) == 0
    }
}
