//! Accesses to images: the intrinsics `image.*`.
//!
//! The instructions take the coordinates from consecutive vector registers, or from a list of them on RDNA 4, resource and
//! sampler from scalar ones. The mask of channels says how many words the data has. ("RDNA 2" instruction set reference,
//! chapter 8.)

use super::image_forms;
use super::intrinsics::{argument, immediate};
use crate::address_spaces::BUFFER_RESOURCE;
use crate::image_intrinsics;
use smallvec::SmallVec;
use wavec_codegen::dag::{DagBuilder, NodeValue, ValueType as VT};
use wavec_codegen::mir::{MemFlags, MemOperand};
use wavec_gpu_mc::opcodes;
use wavec_gpu_mc::subtarget::Subtarget;
use wavec_ir::Inst;
use wavec_mc::Opcode;
use wavec_support::{Diagnostic, Span};

type Values = SmallVec<[NodeValue; 2]>;

/// Names of dimensions, their numbers in instructions, and how many coordinates they have.
const DIMENSIONS: [(&str, i64, usize); 5] = [
    ("1d", 0, 1),
    ("2d", 1, 2),
    ("3d", 2, 3),
    ("1darray", 4, 2),
    ("2darray", 5, 3),
];

/// Instructions by words of the data and of the address, which is a tuple of registers or a list of them.
struct Sizes {
    tuples: [[Opcode; 3]; 4],
    lists: [[Opcode; 3]; 4],
}

#[rustfmt::skip]
const LOADS: Sizes = Sizes {
    tuples: [
        [opcodes::IMAGE_LOAD_V1_V1, opcodes::IMAGE_LOAD_V1_V2, opcodes::IMAGE_LOAD_V1_V3],
        [opcodes::IMAGE_LOAD_V2_V1, opcodes::IMAGE_LOAD_V2_V2, opcodes::IMAGE_LOAD_V2_V3],
        [opcodes::IMAGE_LOAD_V3_V1, opcodes::IMAGE_LOAD_V3_V2, opcodes::IMAGE_LOAD_V3_V3],
        [opcodes::IMAGE_LOAD_V4_V1, opcodes::IMAGE_LOAD_V4_V2, opcodes::IMAGE_LOAD_V4_V3],
    ],
    lists: [
        [opcodes::IMAGE_LOAD_V1_A1, opcodes::IMAGE_LOAD_V1_A2, opcodes::IMAGE_LOAD_V1_A3],
        [opcodes::IMAGE_LOAD_V2_A1, opcodes::IMAGE_LOAD_V2_A2, opcodes::IMAGE_LOAD_V2_A3],
        [opcodes::IMAGE_LOAD_V3_A1, opcodes::IMAGE_LOAD_V3_A2, opcodes::IMAGE_LOAD_V3_A3],
        [opcodes::IMAGE_LOAD_V4_A1, opcodes::IMAGE_LOAD_V4_A2, opcodes::IMAGE_LOAD_V4_A3],
    ],
};

#[rustfmt::skip]
const STORES: Sizes = Sizes {
    tuples: [
        [opcodes::IMAGE_STORE_V1_V1, opcodes::IMAGE_STORE_V1_V2, opcodes::IMAGE_STORE_V1_V3],
        [opcodes::IMAGE_STORE_V2_V1, opcodes::IMAGE_STORE_V2_V2, opcodes::IMAGE_STORE_V2_V3],
        [opcodes::IMAGE_STORE_V3_V1, opcodes::IMAGE_STORE_V3_V2, opcodes::IMAGE_STORE_V3_V3],
        [opcodes::IMAGE_STORE_V4_V1, opcodes::IMAGE_STORE_V4_V2, opcodes::IMAGE_STORE_V4_V3],
    ],
    lists: [
        [opcodes::IMAGE_STORE_V1_A1, opcodes::IMAGE_STORE_V1_A2, opcodes::IMAGE_STORE_V1_A3],
        [opcodes::IMAGE_STORE_V2_A1, opcodes::IMAGE_STORE_V2_A2, opcodes::IMAGE_STORE_V2_A3],
        [opcodes::IMAGE_STORE_V3_A1, opcodes::IMAGE_STORE_V3_A2, opcodes::IMAGE_STORE_V3_A3],
        [opcodes::IMAGE_STORE_V4_A1, opcodes::IMAGE_STORE_V4_A2, opcodes::IMAGE_STORE_V4_A3],
    ],
};

#[rustfmt::skip]
const SAMPLES: Sizes = Sizes {
    tuples: [
        [opcodes::IMAGE_SAMPLE_LZ_V1_V1, opcodes::IMAGE_SAMPLE_LZ_V1_V2, opcodes::IMAGE_SAMPLE_LZ_V1_V3],
        [opcodes::IMAGE_SAMPLE_LZ_V2_V1, opcodes::IMAGE_SAMPLE_LZ_V2_V2, opcodes::IMAGE_SAMPLE_LZ_V2_V3],
        [opcodes::IMAGE_SAMPLE_LZ_V3_V1, opcodes::IMAGE_SAMPLE_LZ_V3_V2, opcodes::IMAGE_SAMPLE_LZ_V3_V3],
        [opcodes::IMAGE_SAMPLE_LZ_V4_V1, opcodes::IMAGE_SAMPLE_LZ_V4_V2, opcodes::IMAGE_SAMPLE_LZ_V4_V3],
    ],
    lists: [
        [opcodes::IMAGE_SAMPLE_LZ_V1_A1, opcodes::IMAGE_SAMPLE_LZ_V1_A2, opcodes::IMAGE_SAMPLE_LZ_V1_A3],
        [opcodes::IMAGE_SAMPLE_LZ_V2_A1, opcodes::IMAGE_SAMPLE_LZ_V2_A2, opcodes::IMAGE_SAMPLE_LZ_V2_A3],
        [opcodes::IMAGE_SAMPLE_LZ_V3_A1, opcodes::IMAGE_SAMPLE_LZ_V3_A2, opcodes::IMAGE_SAMPLE_LZ_V3_A3],
        [opcodes::IMAGE_SAMPLE_LZ_V4_A1, opcodes::IMAGE_SAMPLE_LZ_V4_A2, opcodes::IMAGE_SAMPLE_LZ_V4_A3],
    ],
};

/// An intrinsic's operation, and where its arguments are.
struct Access {
    sizes: &'static Sizes,
    is_store: bool,
    has_sampler: bool,
    /// The number of the dimension.
    dimension: i64,
    coordinates: usize,
}

impl Access {
    /// The access of an intrinsic without `llvm.amdgcn.`.
    fn parse(name: &str) -> Option<Access> {
        let (operation, dimension) = name.strip_prefix("image.")?.rsplit_once('.')?;
        let (_, dimension, coordinates) = DIMENSIONS.into_iter().find(|row| row.0 == dimension)?;
        let (sizes, is_store, has_sampler) = match operation {
            "load" => (&LOADS, false, false),
            "store" => (&STORES, true, false),
            "sample.lz" => (&SAMPLES, false, true),
            _ => return None,
        };
        Some(Access {
            sizes,
            is_store,
            has_sampler,
            dimension,
            coordinates,
        })
    }
}

impl Access {
    /// Whether coordinates and channels are words, and nothing else is asked for.
    fn is_plain(&self, builder: &mut DagBuilder<'_>, inst: Inst) -> bool {
        let mask_at = usize::from(self.is_store);
        let resource_at = mask_at + 1 + self.coordinates;
        let is_word = |builder: &mut DagBuilder<'_>, index: usize| {
            let value = argument(builder, inst, index);
            builder.dag.value_type(value).scalar_bits() == 32
        };
        let results: SmallVec<[VT; 2]> = builder
            .part_types(builder.func.inst(inst).ty)
            .into_iter()
            .collect();
        is_word(builder, mask_at + 1)
            && (!self.is_store || is_word(builder, 0))
            && results.iter().all(|vt| vt.scalar_bits() == 32)
            && results.len() <= 1
            && results
                .iter()
                .all(|vt| vt.num_elements().max(1) == immediate(builder, inst, mask_at).count_ones())
            && immediate(builder, inst, resource_at + 1 + 2 * usize::from(self.has_sampler)) == 0
    }
}

/// Creates the nodes of an intrinsic without `llvm.amdgcn.`; `None` if it is not one of these.
///
/// # Errors
/// Types and operands that no instruction supports.
pub fn lower(
    builder: &mut DagBuilder<'_>,
    inst: Inst,
    name: &str,
    subtarget: &Subtarget,
) -> Result<Option<Values>, Diagnostic> {
    let Some(access) = Access::parse(name).filter(|access| access.is_plain(builder, inst)) else {
        return image_forms::lower(builder, inst, name, subtarget);
    };
    let error = |why: &str| Diagnostic::error(Span::NONE, format!("intrinsic 'llvm.amdgcn.{name}' {why}"));
    let has_tuples = subtarget.family.image_addresses.has_tuples;
    let sizes = match has_tuples {
        true => &access.sizes.tuples,
        false => &access.sizes.lists,
    };
    if subtarget.encoding(sizes[0][0]).is_none() {
        return Err(error(&format!(
            "is not available on {}",
            subtarget.id.processor.name
        )));
    }
    let mask_at = usize::from(access.is_store);
    let first = mask_at + 1;
    let resource_at = first + access.coordinates;
    let behind = resource_at + 1 + 2 * usize::from(access.has_sampler);
    let data = match access.is_store {
        true => {
            let stored = argument(builder, inst, 0);
            builder.dag.value_type(stored)
        }
        false => {
            let ty = builder.func.result(inst).map(|result| builder.func.ty(result));
            ty.and_then(|ty| builder.value_type(ty)).unwrap_or(VT::OTHER)
        }
    };
    if !data.is_data() || data.scalar_bits() != 32 || data.num_elements() > 4 {
        return Err(error("is not supported: data are one to four words"));
    }
    let words = data.num_elements().max(1);
    let mask = immediate(builder, inst, mask_at);
    if !(1..16).contains(&mask) || mask.count_ones() != words {
        return Err(error(
            "is not supported: the mask has as many bits as there are channels",
        ));
    }
    if immediate(builder, inst, behind) != 0 {
        return Err(error(
            "is not supported: failures to translate addresses are not returned",
        ));
    }
    let policy = immediate(builder, inst, behind + 1) & 0x1f;
    let mut place: SmallVec<[NodeValue; 3]> = SmallVec::new();
    for index in first..resource_at {
        let coordinate = argument(builder, inst, index);
        if builder.dag.value_type(coordinate).size_in_bits() != 32 {
            return Err(error("is not supported: coordinates are of 32 bits"));
        }
        place.push(builder.dag.bitcast(VT::I32, coordinate));
    }
    let mut operands: SmallVec<[NodeValue; 16]> = SmallVec::new();
    if access.is_store {
        operands.push(argument(builder, inst, 0));
    }
    match place[..] {
        [only] => operands.push(only),
        _ if has_tuples => {
            let ty = VT::vector(VT::I32, place.len() as u32);
            operands.push(builder.dag.build_vector(ty, &place));
        }
        _ => operands.extend_from_slice(&place),
    }
    let descriptors = image_forms::descriptors(builder, inst, resource_at, access.has_sampler);
    operands.extend(descriptors.map_err(error)?);
    let unnormalized = image_forms::unnormalized(builder, inst, resource_at, access.has_sampler);
    let dimension = image_intrinsics::dimension(access.dimension, subtarget);
    for modifier in [mask, dimension, unnormalized, policy, 0, 0, 0, 0, 0] {
        operands.push(builder.dag.target_constant(modifier, VT::I32));
    }
    let opcode = sizes[words as usize - 1][access.coordinates - 1];
    operands.push(match access.is_store {
        true => builder.chain(),
        false => builder.load_chain(),
    });
    let results: &[VT] = if access.is_store {
        &[VT::OTHER]
    } else {
        &[data, VT::OTHER]
    };
    let node = builder.dag.machine_node(opcode, results, &operands);
    let flags = if access.is_store {
        MemFlags::STORE
    } else {
        MemFlags::LOAD
    };
    let memory = MemOperand::with_flags(MemOperand::UNKNOWN_SIZE, 1, BUFFER_RESOURCE as u16, flags);
    let memory = builder.dag.add_mem_operand(memory);
    builder.dag.set_machine_mem(node, &[memory]);
    if access.is_store {
        builder.set_chain(node.into());
        return Ok(Some(Values::new()));
    }
    builder.add_load_chain(NodeValue::new(node, 1));
    Ok(Some(SmallVec::from_slice(&[node.into()])))
}
