//! Predicates of comparisons.

named_enum! {
    /// Predicate of `icmp`.
    IntPredicate {
        /// equal
        Eq = "eq",
        /// not equal
        Ne = "ne",
        /// unsigned greater
        Ugt = "ugt",
        /// unsigned greater or equal
        Uge = "uge",
        /// unsigned less
        Ult = "ult",
        /// unsigned less or equal
        Ule = "ule",
        /// signed greater
        Sgt = "sgt",
        /// signed greater or equal
        Sge = "sge",
        /// signed less
        Slt = "slt",
        /// signed less or equal
        Sle = "sle",
    }
}

impl IntPredicate {
    /// The predicate of the exchanged operands.
    pub fn swapped(self) -> IntPredicate {
        use IntPredicate::*;
        match self {
            Eq => Eq,
            Ne => Ne,
            Ugt => Ult,
            Uge => Ule,
            Ult => Ugt,
            Ule => Uge,
            Sgt => Slt,
            Sge => Sle,
            Slt => Sgt,
            Sle => Sge,
        }
    }

    /// The predicate that holds exactly when this one does not.
    pub fn inverse(self) -> IntPredicate {
        use IntPredicate::*;
        match self {
            Eq => Ne,
            Ne => Eq,
            Ugt => Ule,
            Uge => Ult,
            Ult => Uge,
            Ule => Ugt,
            Sgt => Sle,
            Sge => Slt,
            Slt => Sge,
            Sle => Sgt,
        }
    }

    /// Whether it compares as signed.
    pub fn is_signed(self) -> bool {
        self >= IntPredicate::Sgt
    }
}

named_enum! {
    /// Predicate of `fcmp`. The discriminant's bits are unordered (8), less (4), greater (2), equal (1).
    FloatPredicate {
        /// never
        False = "false",
        /// ordered and equal
        Oeq = "oeq",
        /// ordered and greater
        Ogt = "ogt",
        /// ordered and greater or equal
        Oge = "oge",
        /// ordered and less
        Olt = "olt",
        /// ordered and less or equal
        Ole = "ole",
        /// ordered and not equal
        One = "one",
        /// ordered
        Ord = "ord",
        /// unordered
        Uno = "uno",
        /// unordered or equal
        Ueq = "ueq",
        /// unordered or greater
        Ugt = "ugt",
        /// unordered, greater or equal
        Uge = "uge",
        /// unordered or less
        Ult = "ult",
        /// unordered, less or equal
        Ule = "ule",
        /// unordered or not equal
        Une = "une",
        /// always
        True = "true",
    }
}

impl FloatPredicate {
    /// The predicate that holds exactly when this one does not.
    pub fn inverse(self) -> FloatPredicate {
        FloatPredicate::ALL[15 - self as usize]
    }

    /// The predicate of the exchanged operands.
    pub fn swapped(self) -> FloatPredicate {
        let bits = self as usize;
        FloatPredicate::ALL[(bits & 0b1001) | (bits & 0b0100) >> 1 | (bits & 0b0010) << 1]
    }

    /// The result for operands that compare as given; `None` is unordered.
    pub fn holds(self, ordering: Option<std::cmp::Ordering>) -> bool {
        let bit = match ordering {
            None => 8,
            Some(std::cmp::Ordering::Less) => 4,
            Some(std::cmp::Ordering::Greater) => 2,
            Some(std::cmp::Ordering::Equal) => 1,
        };
        self as usize & bit != 0
    }
}
