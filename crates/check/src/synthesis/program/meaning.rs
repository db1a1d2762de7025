//! What a collective does with chunks.

use super::{Program, WrongProgram};
use logpine_models::job::MpiCollective;

/// A contribution: a rank, and a chunk of its input.
pub(super) type Contribution = (u32, u32);

impl Program {
    fn ranks(&self) -> u32 {
        u32::try_from(self.gpus.len()).unwrap_or(u32::MAX)
    }

    /// Checks that the buffers are those of the collective; an input without data and an output that nobody reads may have any size.
    pub(super) fn check_buffers(&self) -> Result<(), WrongProgram> {
        let gpus = self.ranks();
        let collective = self.collective;
        if gpus == 0 {
            return Err(WrongProgram::new("the program runs on no GPU"));
        }
        if !self.in_place && !self.out_of_place {
            return Err(WrongProgram::new("the program runs neither in place nor out of place"));
        }
        if collective.is_rooted() && self.root >= gpus {
            let (root, last) = (self.root, gpus - 1);
            return Err(WrongProgram::new(format_args!("there is no root {root}; the GPUs are 0 to {last}")));
        }
        let unit = match collective {
            MpiCollective::Scatter | MpiCollective::ReduceScatter => self.gpus[0].outputs,
            MpiCollective::Alltoall => self.gpus[0].inputs / gpus,
            // The root has data in any case.
            MpiCollective::Bcast => self.gpus[self.root as usize].inputs,
            _ => self.gpus[0].inputs,
        };
        let all = unit.checked_mul(gpus);
        for (gpu, at) in self.gpus.iter().zip(0..) {
            let (inputs, outputs) = match collective {
                MpiCollective::Bcast | MpiCollective::Reduce | MpiCollective::Allreduce => (Some(unit), Some(unit)),
                MpiCollective::Scatter | MpiCollective::ReduceScatter => (all, Some(unit)),
                MpiCollective::Gather | MpiCollective::Allgather => (Some(unit), all),
                MpiCollective::Alltoall => (all, all),
                MpiCollective::Barrier => {
                    let what = format_args!("what a program of {collective} is to do is not known here");
                    return Err(WrongProgram::new(what));
                }
            };
            let reads = !matches!(collective, MpiCollective::Reduce | MpiCollective::Gather) || at == self.root;
            let is_right =
                (!self.has_input(at) || Some(gpu.inputs) == inputs) && (!reads || Some(gpu.outputs) == outputs);
            if !is_right || unit == 0 {
                let (inputs, outputs) = (gpu.inputs, gpu.outputs);
                return Err(WrongProgram::new(format_args!(
                    "GPU {at} has an input of {inputs} and an output of {outputs} chunks, which are not those of {collective} among {gpus} GPUs"
                )));
            }
        }
        Ok(())
    }

    /// True if the input of a GPU has data at first.
    pub(super) fn has_input(&self, gpu: u32) -> bool {
        !matches!(self.collective, MpiCollective::Bcast | MpiCollective::Scatter) || gpu == self.root
    }

    /// The contributions that a chunk of the output of a GPU has at last, in ascending order; `None` if it does not matter.
    pub(super) fn expected(&self, gpu: u32, at: u32) -> Option<Vec<Contribution>> {
        let (ranks, root) = (self.ranks(), self.root);
        let all = |chunk: u32| (0..ranks).map(|rank| (rank, chunk)).collect();
        let (inputs, outputs) = (self.gpus[gpu as usize].inputs, self.gpus[gpu as usize].outputs);
        match self.collective {
            MpiCollective::Bcast => Some(vec![(root, at)]),
            MpiCollective::Reduce => (gpu == root).then(|| all(at)),
            MpiCollective::Scatter => Some(vec![(root, gpu * outputs + at)]),
            MpiCollective::Gather => (gpu == root).then(|| vec![(at / inputs, at % inputs)]),
            MpiCollective::Allgather => Some(vec![(at / inputs, at % inputs)]),
            MpiCollective::ReduceScatter => Some(all(gpu * outputs + at)),
            MpiCollective::Alltoall => {
                let unit = inputs / ranks;
                Some(vec![(at / unit, gpu * unit + at % unit)])
            }
            _ => Some(all(at)),
        }
    }

    /// The chunk of the input in whose place a chunk of the output is if the program runs in place.
    pub(super) fn in_place_of(&self, gpu: u32, at: u32) -> Option<u32> {
        let (inputs, outputs) = (self.gpus[gpu as usize].inputs, self.gpus[gpu as usize].outputs);
        let chunk = match self.collective {
            MpiCollective::Allgather | MpiCollective::Gather => at.checked_sub(gpu * inputs),
            MpiCollective::ReduceScatter | MpiCollective::Scatter => Some(gpu * outputs + at),
            _ => Some(at),
        };
        chunk.filter(|&chunk| chunk < inputs)
    }
}
