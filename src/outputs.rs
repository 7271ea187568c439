//! The artefacts of a compilation as files: those that were asked for, in the order in which they were asked for.

use crate::inputs::error;
use crate::options::Emit;
use crate::session::linked;
use wavec_mc::ObjectModule;
use wavec_support::Diagnostics;

/// Forms and their bytes.
pub(crate) type Files = Vec<(Emit, Vec<u8>)>;

/// What was asked for, and what of it there is.
pub(crate) struct Outputs<'a> {
    emits: &'a [Emit],
    files: Files,
}

impl<'a> Outputs<'a> {
    pub(crate) fn new(emits: &'a [Emit]) -> Outputs<'a> {
        let files = Files::new();
        Outputs { emits, files }
    }

    pub(crate) fn want(&self, form: Emit) -> bool {
        self.emits.contains(&form)
    }

    /// Whether no artefact was asked for, only what is wrong with the input.
    pub(crate) fn want_nothing(&self) -> bool {
        self.emits.is_empty()
    }

    /// Whether `form` is all that was asked for.
    pub(crate) fn want_only(&self, form: Emit) -> bool {
        self.emits == [form]
    }

    /// Whether anything needs the stages after the optimizer.
    pub(crate) fn want_code(&self) -> bool {
        self.emits.iter().any(|&form| form != Emit::Ir)
    }

    /// Whether anything needs all machine passes.
    pub(crate) fn want_final_code(&self) -> bool {
        self.emits.iter().any(|&form| form >= Emit::Asm)
    }

    pub(crate) fn want_object(&self) -> bool {
        self.emits.iter().any(|&form| form > Emit::Asm)
    }

    /// Adds an artefact, if it was asked for.
    pub(crate) fn add(
        &mut self,
        form: Emit,
        bytes: impl FnOnce() -> Result<Vec<u8>, Diagnostics>,
    ) -> Result<(), Diagnostics> {
        if self.want(form) {
            self.files.push((form, bytes()?));
        }
        Ok(())
    }

    /// Adds an object as a file, and what it is linked to.
    pub(crate) fn add_object(&mut self, object: &ObjectModule) -> Result<(), Diagnostics> {
        self.add(Emit::Object, || Ok(wavec_gpu_mc::write_relocatable(object)))?;
        self.add(Emit::CodeObject, || linked(object))
    }

    /// Makes `bytes` the only output: the passes stopped at this form.
    pub(crate) fn replace(&mut self, form: Emit, bytes: Vec<u8>) {
        self.files = vec![(form, bytes)];
    }

    /// An error if a form of an earlier stage than `first`, which the input is of, was asked for.
    pub(crate) fn refuse_before(&self, first: Emit, input: &str) -> Result<(), Diagnostics> {
        match self.emits.iter().find(|&&form| form < first) {
            Some(form) => Err(error(format!("{input} cannot be turned into {}", form.name()))),
            None => Ok(()),
        }
    }

    pub(crate) fn into_files(mut self) -> Files {
        let place = |form: Emit| self.emits.iter().position(|&wanted| wanted == form);
        self.files.sort_by_key(|&(form, _)| place(form));
        self.files
    }
}
