//! Sizes, alignments and offsets of struct members.

use super::*;

impl Types {
    /// Size in bytes; 0 if it has none.
    pub fn size_of(&self, ty: Ty) -> u64 {
        match self.kind(ty) {
            TypeKind::Error | TypeKind::Void | TypeKind::Function(_) | TypeKind::IncompleteArray(_) => 0,
            TypeKind::Scalar(scalar) => scalar.size(),
            TypeKind::Vector(scalar, count) => scalar.size() * count.next_power_of_two() as u64,
            TypeKind::Pointer(to) => self.pointer_sizes[to.space as usize],
            TypeKind::Array(of, count) => self.size_of(of.ty).saturating_mul(count),
            TypeKind::Record(id) => self.record(id).size,
            TypeKind::Enum(id) => self.enums[id.0 as usize].scalar.size(),
            TypeKind::Event | TypeKind::Image(..) | TypeKind::Sampler | TypeKind::Opaque(_) => 8,
            TypeKind::Descriptor(descriptor) => descriptor.size as u64,
        }
    }

    /// Alignment in bytes, at least 1.
    pub fn align_of(&self, ty: Ty) -> u64 {
        match self.kind(ty) {
            TypeKind::Error | TypeKind::Void | TypeKind::Function(_) => 1,
            TypeKind::Array(of, _) | TypeKind::IncompleteArray(of) => self.align_of(of.ty),
            TypeKind::Record(id) => self.record(id).align,
            _ => self.size_of(ty).max(1),
        }
    }

    /// Lays out the members of a record: offsets, size, alignment. `aligns` are the members' `aligned` attributes.
    pub fn lay_out(&mut self, id: RecordId, aligns: &[Option<u64>], own_align: Option<u64>) {
        let record = &self.records[id.0 as usize];
        let (is_union, packed) = (record.is_union, record.packed);
        let mut fields = record.fields.clone();
        let (mut offset, mut align, mut size) = (0u64, 1u64, 0u64);
        // Bits used so far from the start of the record, within a sequence of bit-fields.
        let mut bit_offset = 0u64;
        let mut in_bits = false;
        for (index, field) in fields.iter_mut().enumerate() {
            let requested = aligns.get(index).copied().flatten();
            let natural = if packed { 1 } else { self.align_of(field.ty.ty) };
            let field_align = requested.map_or(natural, |requested| requested.max(natural));
            let field_size = self.size_of(field.ty.ty);
            if let Some((_, width)) = field.bits {
                let unit = field_size * 8;
                if is_union {
                    bit_offset = 0;
                } else if !in_bits {
                    bit_offset = offset.saturating_mul(8);
                }
                in_bits = true;
                if width == 0 {
                    bit_offset = bit_offset.next_multiple_of(unit.max(8));
                    offset = bit_offset / 8;
                    continue;
                }
                // A bit-field does not straddle its storage unit.
                let unit_start = bit_offset / unit.max(1) * unit;
                if bit_offset + width as u64 > unit_start + unit {
                    bit_offset = bit_offset.next_multiple_of(unit);
                }
                field.offset = bit_offset / unit * field_size;
                field.bits = Some(((bit_offset % unit) as u8, width));
                field.align = field_size;
                bit_offset += width as u64;
                offset = bit_offset.div_ceil(8);
                size = size.max(offset);
                // The storage unit is read and written as a whole.
                size = size.max(field.offset + field_size);
                align = align.max(if packed { 1 } else { field_size });
                continue;
            }
            in_bits = false;
            offset = if is_union {
                0
            } else {
                next_multiple(offset, field_align)
            };
            field.offset = offset;
            field.align = field_align;
            align = align.max(field_align);
            offset = offset.saturating_add(field_size);
            size = size.max(offset);
        }
        align = align.max(own_align.unwrap_or(1));
        let record = &mut self.records[id.0 as usize];
        record.fields = fields;
        record.align = align;
        record.size = next_multiple(size, align);
        record.complete = true;
    }
}

fn next_multiple(value: u64, align: u64) -> u64 {
    value
        .checked_next_multiple_of(align)
        .unwrap_or(u64::MAX / align * align)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layout_follows_c() {
        let mut types = Types::new([4, 8, 8, 4, 8]);
        let (id, ty) = types.new_record(None, false);
        let float3 = types.vector(Scalar::Float, 3);
        for member in [Ty::CHAR, Ty::INT, float3, Ty::CHAR] {
            let field = Field {
                name: None,
                ty: QualType::new(member),
                named: None,
                offset: 0,
                bits: None,
                align: 1,
            };
            types.records[id.0 as usize].fields.push(field);
        }
        types.lay_out(id, &[], None);
        let offsets: Vec<u64> = types.record(id).fields.iter().map(|f| f.offset).collect();
        assert_eq!(offsets, [0, 4, 16, 32]);
        assert_eq!((types.size_of(ty), types.align_of(ty)), (48, 16));
    }

    #[test]
    fn bit_fields_share_units() {
        let mut types = Types::new([4, 8, 8, 4, 8]);
        let (id, ty) = types.new_record(None, false);
        for (member, width) in [(Ty::INT, 5), (Ty::INT, 20), (Ty::UINT, 10), (Ty::CHAR, 3)] {
            let field = Field {
                name: None,
                ty: QualType::new(member),
                named: None,
                offset: 0,
                bits: Some((0, width)),
                align: 1,
            };
            types.records[id.0 as usize].fields.push(field);
        }
        types.lay_out(id, &[], None);
        let places: Vec<_> = types
            .record(id)
            .fields
            .iter()
            .map(|f| (f.offset, f.bits))
            .collect();
        assert_eq!(
            places,
            [
                (0, Some((0, 5))),
                (0, Some((5, 20))),
                (4, Some((0, 10))),
                (5, Some((2, 3)))
            ]
        );
        assert_eq!(types.size_of(ty), 8);
    }
}
