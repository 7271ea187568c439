// Types of values in registers and in the selection DAG.

// A value type of `size` bits; `value` is its number in generated tables and must be unique.
class ValueType<int size, int value> {
  string Namespace = "MVT";
  int Size = size;
  int Value = value;
  int NumElements = 0;
  ValueType ElementType = ?;
  bit IsInteger = false;
  bit IsFloatingPoint = false;
  bit IsVector = false;
}
class IntegerType<int size, int value> : ValueType<size, value> { let IsInteger = true; }
class FloatType<int size, int value> : ValueType<size, value> { let IsFloatingPoint = true; }
class VectorType<int count, ValueType element, int value> : ValueType<!mul(count, element.Size), value> {
  let NumElements = count;
  let ElementType = element;
  let IsVector = true;
  let IsInteger = element.IsInteger;
  let IsFloatingPoint = element.IsFloatingPoint;
}

def OtherVT : ValueType<0, 1>; // a chain or a basic block
def i1 : IntegerType<1, 2>;
def i8 : IntegerType<8, 3>;
def i16 : IntegerType<16, 4>;
def i32 : IntegerType<32, 5>;
def i64 : IntegerType<64, 6>;
def i128 : IntegerType<128, 7>;
def f16 : FloatType<16, 8>;
def bf16 : FloatType<16, 9>;
def f32 : FloatType<32, 10>;
def f64 : FloatType<64, 11>;

def v2i8 : VectorType<2, i8, 20>;
def v4i8 : VectorType<4, i8, 21>;
def v2i16 : VectorType<2, i16, 22>;
def v4i16 : VectorType<4, i16, 23>;
def v8i16 : VectorType<8, i16, 24>;
def v16i16 : VectorType<16, i16, 25>;
def v2f16 : VectorType<2, f16, 26>;
def v4f16 : VectorType<4, f16, 27>;
def v8f16 : VectorType<8, f16, 28>;
def v16f16 : VectorType<16, f16, 29>;
def v2bf16 : VectorType<2, bf16, 30>;
def v4bf16 : VectorType<4, bf16, 31>;
def v8bf16 : VectorType<8, bf16, 32>;
def v16bf16 : VectorType<16, bf16, 33>;
def v2i32 : VectorType<2, i32, 40>;
def v3i32 : VectorType<3, i32, 41>;
def v4i32 : VectorType<4, i32, 42>;
def v5i32 : VectorType<5, i32, 43>;
def v6i32 : VectorType<6, i32, 44>;
def v7i32 : VectorType<7, i32, 45>;
def v8i32 : VectorType<8, i32, 46>;
def v9i32 : VectorType<9, i32, 47>;
def v10i32 : VectorType<10, i32, 48>;
def v11i32 : VectorType<11, i32, 49>;
def v12i32 : VectorType<12, i32, 50>;
def v16i32 : VectorType<16, i32, 51>;
def v32i32 : VectorType<32, i32, 52>;
def v2f32 : VectorType<2, f32, 60>;
def v3f32 : VectorType<3, f32, 61>;
def v4f32 : VectorType<4, f32, 62>;
def v5f32 : VectorType<5, f32, 63>;
def v6f32 : VectorType<6, f32, 64>;
def v7f32 : VectorType<7, f32, 65>;
def v8f32 : VectorType<8, f32, 66>;
def v9f32 : VectorType<9, f32, 67>;
def v10f32 : VectorType<10, f32, 68>;
def v11f32 : VectorType<11, f32, 69>;
def v12f32 : VectorType<12, f32, 70>;
def v16f32 : VectorType<16, f32, 71>;
def v32f32 : VectorType<32, f32, 72>;
def v2i64 : VectorType<2, i64, 80>;
def v3i64 : VectorType<3, i64, 81>;
def v4i64 : VectorType<4, i64, 82>;
def v8i64 : VectorType<8, i64, 83>;
def v16i64 : VectorType<16, i64, 84>;
def v2f64 : VectorType<2, f64, 85>;
def v3f64 : VectorType<3, f64, 86>;
def v4f64 : VectorType<4, f64, 87>;
def v8f64 : VectorType<8, f64, 88>;
def v16f64 : VectorType<16, f64, 89>;

// Glue: an edge that keeps two nodes together.
def FlagVT : ValueType<0, 190>;
def untyped : ValueType<0, 191>;
def isVoid : ValueType<0, 192>;

// Types that stand for several types or for the target's pointer type (patterns only).
def iPTR : ValueType<0, 250>;
def Any : ValueType<0, 251>;
