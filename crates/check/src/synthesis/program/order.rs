//! Which instructions of a GPU are known to come before which.

/// An instruction of a GPU: its thread block, and its number there.
pub(super) type Step = (u32, u32);

/// The order of the instructions of a GPU: by their thread block, and by waits.
#[derive(Debug)]
pub(super) struct Order {
    /// For each thread block the number of instructions of each that are known to be finished.
    known: Vec<Vec<u32>>,
    /// What was known when a signalling instruction ended.
    at_signal: Vec<Vec<Option<Vec<u32>>>>,
}

/// The uses of a chunk since it was last written.
#[derive(Clone, Debug, Default)]
pub(super) struct Uses {
    write: Option<Step>,
    reads: Vec<Step>,
}

impl Order {
    /// Nothing is finished; the numbers are those of the instructions of thread blocks.
    pub fn new(instructions: impl Iterator<Item = usize>) -> Self {
        let at_signal: Vec<Vec<Option<Vec<u32>>>> = instructions.map(|count| vec![None; count]).collect();
        Self { known: vec![vec![0; at_signal.len()]; at_signal.len()], at_signal }
    }

    /// The number of finished instructions of a thread block.
    pub fn finished(&self, block: u32) -> u32 {
        self.known[block as usize][block as usize]
    }

    /// An instruction of a thread block begins after another one was waited for.
    pub fn wait(&mut self, block: u32, (other, instruction): Step) {
        if let Some(known) = &self.at_signal[other as usize][instruction as usize] {
            for (mine, theirs) in self.known[block as usize].iter_mut().zip(known) {
                *mine = (*mine).max(*theirs);
            }
        }
    }

    /// The next instruction of a thread block ends.
    pub fn finish(&mut self, block: u32, signals: bool) {
        let at = self.finished(block);
        self.known[block as usize][block as usize] = at + 1;
        if signals {
            self.at_signal[block as usize][at as usize] = Some(self.known[block as usize].clone());
        }
    }

    fn is_before(&self, step: Step, block: u32) -> bool {
        step.0 == block || self.known[block as usize][step.0 as usize] > step.1
    }
}

impl Uses {
    /// The present instruction of a thread block reads the chunk; an earlier one that is in no order with it is the error.
    pub fn read(&mut self, order: &Order, block: u32) -> Result<(), Step> {
        if let Some(write) = self.write.filter(|&write| !order.is_before(write, block)) {
            return Err(write);
        }
        let now = (block, order.finished(block));
        match self.reads.iter_mut().find(|read| read.0 == block) {
            Some(read) => *read = now,
            None => self.reads.push(now),
        }
        Ok(())
    }

    /// The same of an instruction that writes it.
    pub fn write(&mut self, order: &Order, block: u32) -> Result<(), Step> {
        let mut earlier = self.write.iter().chain(&self.reads);
        if let Some(&other) = earlier.find(|&&step| !order.is_before(step, block)) {
            return Err(other);
        }
        self.write = Some((block, order.finished(block)));
        self.reads.clear();
        Ok(())
    }
}
