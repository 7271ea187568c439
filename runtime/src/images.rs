//! Images and samplers: their descriptors in memory, and texels as a host sees them.

use crate::emulator::Emulator;
use crate::loader::CodeObject;
use crate::memory::BufferHandle;
use wavec_gpu_mc::descriptors::{Image, sampler_descriptor};

/// An image in the memory of an [`Emulator`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeviceImage {
    /// Its dimensions and format.
    pub image: Image,
    /// Its texels, with the bytes between rows.
    pub texels: BufferHandle,
    /// Its descriptor, which a kernel is given ([`crate::Arg::Descriptor`]).
    pub descriptor: BufferHandle,
}

impl Emulator {
    /// A new image, all zero, for kernels of `code`.
    pub fn alloc_image(&mut self, code: &CodeObject, image: Image) -> DeviceImage {
        let texels = self.alloc(image.bytes() as usize);
        let layout = code.subtarget.family.descriptors;
        let words = image.descriptor(layout, self.address(texels));
        let descriptor = self.alloc_with(&words.map(u32::to_le_bytes).concat());
        DeviceImage {
            image,
            texels,
            descriptor,
        }
    }

    /// A new sampler with these properties of OpenCL (`CLK_NORMALIZED_COORDS_TRUE` and so on), for kernels of `code`.
    pub fn alloc_sampler(&mut self, code: &CodeObject, properties: u32) -> BufferHandle {
        let words = sampler_descriptor(code.subtarget.family.descriptors, properties);
        self.alloc_with(&words.map(u32::to_le_bytes).concat())
    }

    /// Changes the texels of an image: rows of all slices, without bytes between them.
    ///
    /// # Panics
    /// If the image was released or `bytes` are not those of the whole image.
    pub fn write_image(&mut self, image: &DeviceImage, bytes: &[u8]) {
        assert_eq!(
            bytes.len(),
            image.image.texel_bytes(),
            "not the bytes of the image"
        );
        self.write(image.texels, 0, &image.image.memory_of(bytes));
    }

    /// The texels of an image as [`Emulator::write_image`] takes them.
    ///
    /// # Panics
    /// If the image was released.
    pub fn read_image(&self, image: &DeviceImage) -> Vec<u8> {
        image.image.texels_of(self.read(image.texels))
    }
}
