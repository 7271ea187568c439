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
        let row = row_bytes(&image.image);
        assert_eq!(
            bytes.len(),
            row * rows(&image.image),
            "not the bytes of the image"
        );
        for (number, row) in bytes.chunks_exact(row).enumerate() {
            self.write(image.texels, number * image.image.row_bytes() as usize, row);
        }
    }

    /// The texels of an image as [`Emulator::write_image`] takes them.
    ///
    /// # Panics
    /// If the image was released.
    pub fn read_image(&self, image: &DeviceImage) -> Vec<u8> {
        let rows = self
            .read(image.texels)
            .chunks_exact(image.image.row_bytes() as usize);
        rows.flat_map(|row| &row[..row_bytes(&image.image)])
            .copied()
            .collect()
    }
}

/// Bytes of the texels of a row.
fn row_bytes(image: &Image) -> usize {
    (image.size[0] * image.format.texel_bytes()) as usize
}

fn rows(image: &Image) -> usize {
    (image.size[1] * image.size[2]) as usize
}
