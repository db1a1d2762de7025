//! Machines told apart by their parameters.

use super::{Data, Machine};

impl Machine {
    /// A digest of the name and of all parameters, in 16 hexadecimal digits (FNV-1a): results of the same release with the same digest
    /// are of the same machine, as far as chance allows.
    ///
    /// ```
    /// use logpine_models::machine::Machine;
    /// let (cab, lecture) = (Machine::load("cab")?, Machine::load("lecture")?);
    /// let mut cited = cab.clone();
    /// cited.source = "another paper".to_owned();
    /// assert_eq!(cab.digest(), cited.digest());
    /// assert_ne!(cab.digest(), lecture.digest());
    /// # Ok::<(), logpine_models::machine::MachineError>(())
    /// ```
    #[must_use]
    pub fn digest(&self) -> String {
        let parameters =
            Self { description: String::new(), source: String::new(), data: Data::default(), ..self.clone() };
        // The measurements behind parameters are none of them.
        let text = format!("{parameters:?}").replacen(&format!("data: {:?}, ", Data::default()), "", 1);
        let hash = text
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
        format!("{hash:016x}")
    }
}
