//! What runs the kernels: the emulator or the IR interpreter.

use super::kernels::Shape;
use super::reference::Texels;
use wavec::runtime::{Arg, BufferHandle, CodeObject, DeviceImage, Emulator, LaunchOptions};
use wavec_gpu_mc::descriptors::{Format, Image, Layout, sampler_descriptor};
use wavec_ir::interp::{self, Interpreter, TargetIntrinsics};

/// An image, sampler or buffer: its number.
pub(super) type Handle = usize;

/// A device with memory.
pub(super) trait Device {
    fn image(&mut self, shape: &Shape, texels: &Texels) -> Handle;
    fn sampler(&mut self, properties: u32) -> Handle;
    fn buffer(&mut self, bytes: &[u8]) -> Handle;
    /// Runs a kernel with so many work-items.
    fn launch(&mut self, kernel: &str, items: usize, arguments: &[Handle]) -> Result<(), String>;
    /// The bytes of a buffer.
    fn read(&self, buffer: Handle) -> Vec<u8>;
    /// The texels of an image, without bytes between rows.
    fn read_image(&self, image: Handle) -> Vec<u8>;
}

fn described(shape: &Shape, texels: &Texels) -> Image {
    let format = Format::parse(&format!("{}_{}", texels.order, texels.channel)).expect("a format");
    Image::new(shape.shape, format, texels.size.map(|size| size as u32)).expect("an image")
}

enum Object {
    Image(DeviceImage),
    Sampler(BufferHandle),
    Buffer(BufferHandle),
}

/// The emulator.
pub(super) struct Emulated {
    code: CodeObject,
    device: Emulator,
    objects: Vec<Object>,
}

impl Emulated {
    pub(super) fn new(code: &[u8]) -> Result<Emulated, String> {
        Ok(Emulated {
            code: CodeObject::load(code).map_err(|error| error.to_string())?,
            device: Emulator::new(),
            objects: Vec::new(),
        })
    }

    fn keep(&mut self, object: Object) -> Handle {
        self.objects.push(object);
        self.objects.len() - 1
    }
}

impl Device for Emulated {
    fn image(&mut self, shape: &Shape, texels: &Texels) -> Handle {
        let image = self.device.alloc_image(&self.code, described(shape, texels));
        self.device.write_image(&image, &texels.bytes);
        self.keep(Object::Image(image))
    }

    fn sampler(&mut self, properties: u32) -> Handle {
        let sampler = self.device.alloc_sampler(&self.code, properties);
        self.keep(Object::Sampler(sampler))
    }

    fn buffer(&mut self, bytes: &[u8]) -> Handle {
        let buffer = self.device.alloc_with(bytes);
        self.keep(Object::Buffer(buffer))
    }

    fn launch(&mut self, kernel: &str, items: usize, arguments: &[Handle]) -> Result<(), String> {
        let arguments: Vec<Arg> = arguments
            .iter()
            .map(|&handle| match &self.objects[handle] {
                Object::Image(image) => Arg::Descriptor(image.descriptor),
                Object::Sampler(sampler) => Arg::Descriptor(*sampler),
                Object::Buffer(buffer) => Arg::Buffer(*buffer),
            })
            .collect();
        let sizes = ([items as u32, 1, 1], [items.min(64) as u32, 1, 1]);
        let options = LaunchOptions {
            allow_partial_groups: true,
            ..LaunchOptions::default()
        };
        let result = self
            .device
            .launch(&self.code, kernel, sizes.0, sizes.1, &arguments, &options);
        result.map(|_| ()).map_err(|fault| fault.to_string())
    }

    fn read(&self, buffer: Handle) -> Vec<u8> {
        match &self.objects[buffer] {
            Object::Buffer(buffer) => self.device.read(*buffer).to_vec(),
            _ => Vec::new(),
        }
    }

    fn read_image(&self, image: Handle) -> Vec<u8> {
        match &self.objects[image] {
            Object::Image(image) => self.device.read_image(image),
            _ => Vec::new(),
        }
    }
}

/// The IR interpreter, with the descriptors of a processor.
pub(super) struct Interpreted<'a> {
    device: Interpreter<'a>,
    layout: Layout,
    /// What a kernel is given, and for images the texels.
    objects: Vec<(interp::BufferHandle, Option<(Image, interp::BufferHandle)>)>,
}

impl<'a> Interpreted<'a> {
    pub(super) fn new(
        module: &'a wavec_ir::Module,
        target: &'a dyn TargetIntrinsics,
        layout: Layout,
    ) -> Result<Interpreted<'a>, String> {
        Ok(Interpreted {
            device: Interpreter::new(module, target).map_err(|error| error.to_string())?,
            layout,
            objects: Vec::new(),
        })
    }
}

/// Bytes of the texels of a row.
fn row(image: &Image) -> usize {
    (image.size[0] * image.format.texel_bytes()) as usize
}

impl Device for Interpreted<'_> {
    fn image(&mut self, shape: &Shape, texels: &Texels) -> Handle {
        let image = described(shape, texels);
        let mut bytes = Vec::new();
        for row in texels.bytes.chunks_exact(row(&image)) {
            let end = bytes.len() + image.row_bytes() as usize;
            bytes.extend(row);
            bytes.resize(end, 0);
        }
        let memory = self.device.alloc_with(&bytes);
        let words = image.descriptor(self.layout, self.device.address(memory));
        let descriptor = self.device.alloc_with(&words.map(u32::to_le_bytes).concat());
        self.objects.push((descriptor, Some((image, memory))));
        self.objects.len() - 1
    }

    fn sampler(&mut self, properties: u32) -> Handle {
        self.buffer(
            &sampler_descriptor(self.layout, properties)
                .map(u32::to_le_bytes)
                .concat(),
        )
    }

    fn buffer(&mut self, bytes: &[u8]) -> Handle {
        let buffer = self.device.alloc_with(bytes);
        self.objects.push((buffer, None));
        self.objects.len() - 1
    }

    fn launch(&mut self, kernel: &str, items: usize, arguments: &[Handle]) -> Result<(), String> {
        let arguments: Vec<interp::Arg> = arguments
            .iter()
            .map(|&handle| interp::Arg::Buffer(self.objects[handle].0))
            .collect();
        let options = interp::LaunchOptions::default();
        // Work-groups are complete.
        let sizes = ([items as u32, 1, 1], [1, 1, 1]);
        let result = self.device.launch(kernel, sizes.0, sizes.1, &arguments, &options);
        result.map(|_| ()).map_err(|error| error.to_string())
    }

    fn read(&self, buffer: Handle) -> Vec<u8> {
        self.device.read(self.objects[buffer].0).to_vec()
    }

    fn read_image(&self, image: Handle) -> Vec<u8> {
        let Some((image, memory)) = &self.objects[image].1 else {
            return Vec::new();
        };
        let rows = self.device.read(*memory).chunks_exact(image.row_bytes() as usize);
        rows.flat_map(|bytes| &bytes[..row(image)]).copied().collect()
    }
}
