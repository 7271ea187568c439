// Processors and their features.

def FeatureXNACK : SubtargetFeature<"xnack", "SupportsXNACK", "true", "Page faults can be retried; code may need it on or off">;
def FeatureSRAMECC : SubtargetFeature<"sramecc", "SupportsSRAMECC", "true",
    "Memories on the chip can have error correction; code may need it on or off">;
def FeatureUnifiedVGPRs : SubtargetFeature<"unified-vgprs", "HasUnifiedVGPRs", "true",
    "One register file holds vector and accumulation registers; tuples start even">;
def FeatureArchitectedFlatScratch : SubtargetFeature<"architected-flat-scratch", "HasArchitectedFlatScratch", "true",
    "FLAT_SCRATCH is set up by the hardware">;
def FeaturePackedWorkItemIds : SubtargetFeature<"packed-tid", "HasPackedWorkItemIds", "true",
    "One register has the ids of a work-item in all dimensions">;
def FeatureMAI : SubtargetFeature<"mai-insts", "HasMAI", "true", "Matrix instructions">;
def FeaturePackedFP32 : SubtargetFeature<"packed-fp32-ops", "HasPackedFP32", "true", "Packed f32 arithmetic">;
def FeatureFP8 : SubtargetFeature<"fp8-insts", "HasFP8", "true", "Conversions and matrix instructions on 8-bit floats">;
def FeatureFlatGlobalAtomicF32 : SubtargetFeature<"atomic-fadd", "HasAtomicFAdd", "true",
    "Atomic addition of floating-point numbers in memory">;
def FeatureGFX940 : SubtargetFeature<"gfx940-insts", "HasGFX940Insts", "true",
    "Sparse and longer matrix instructions, moves and additions of 64 bits, loads to LDS, scopes of memory accesses">;
def FeatureGFX90A : SubtargetFeature<"gfx90a-insts", "HasGFX90AInsts", "true",
    "Arithmetic and atomics of f64 in more places, write-back of the second cache, data of memory in accumulation registers">;
def FeatureDL : SubtargetFeature<"dl-insts", "HasDLInsts", "true",
    "Dot products of packed elements, multiplication and addition with one rounding in more places, xnor">;
def FeatureMadMix : SubtargetFeature<"mad-mix-insts", "HasMadMix", "true",
    "Multiplication and addition with two roundings of f16 and f32">;
def FeatureFmaMix : SubtargetFeature<"fma-mix-insts", "HasFmaMix", "true",
    "Multiplication and addition with one rounding of f16 and f32">;
def FeatureGeneric : SubtargetFeature<"generic", "IsGeneric", "true",
    "Code runs on several processors; code objects have version 6 at least">;
def FeatureXF32 : SubtargetFeature<"xf32-insts", "HasXF32", "true", "Matrix instructions on f32 elements with fewer bits">;
def FeatureGFX950 : SubtargetFeature<"gfx950-insts", "HasGFX950Insts", "true",
    "Conversions with scales, matrix instructions of twice the depth, operations of three bit operands, swaps of rows">;

def FeatureScalarFloat : SubtargetFeature<"salu-float", "HasScalarFloat", "true",
    "Scalar instructions on floating-point numbers">;
def FeatureDPPSrc1SGPR : SubtargetFeature<"dpp-src1-sgpr", "HasDPPSrc1SGPR", "true",
    "The second source of DPP can be a scalar register">;
def FeatureLargeVGPRs : SubtargetFeature<"1_5xvgprs", "HasLargeVGPRs", "true",
    "Half as many vector registers again in each SIMD">;
def FeatureSixteenInitialSGPRs : SubtargetFeature<"user-sgpr-init16-bug", "HasSixteenInitialSGPRs", "true",
    "Waves start wrong unless at least 16 scalar registers are set up">;

// The generation decides the encodings of instructions.
def FeatureGFX9 : SubtargetFeature<"gfx9", "IsGFX9", "true", "The encodings of Vega and CDNA">;
def FeatureGFX10 : SubtargetFeature<"gfx10", "IsGFX10", "true", "The encodings of RDNA and RDNA 2">;
def FeatureGFX12 : SubtargetFeature<"gfx12", "IsGFX12", "true", "The encodings of RDNA 4">;
def FeatureGFX11 : SubtargetFeature<"gfx11", "IsGFX11", "true", "The encodings of RDNA 3">;
// Settings of code, which the processor does not decide.
def FeatureWavefrontSize32 : SubtargetFeature<"wavefrontsize32", "IsWave32", "true", "Waves have 32 lanes">;
def FeatureWavefrontSize64 : SubtargetFeature<"wavefrontsize64", "IsWave64", "true", "Waves have 64 lanes">;

def FeatureISAVersion9_4_2 : SubtargetFeature<"gfx942-insts", "IsGFX942", "true", "Everything that gfx942 has", [
    FeatureGFX9, FeatureXNACK, FeatureSRAMECC, FeatureUnifiedVGPRs, FeaturePackedWorkItemIds, FeatureGFX90A, FeatureDL, FeatureFmaMix, FeatureArchitectedFlatScratch, FeatureMAI, FeaturePackedFP32,
    FeatureFP8, FeatureFlatGlobalAtomicF32, FeatureGFX940, FeatureXF32]>;
def FeatureISAVersion9_5_0 : SubtargetFeature<"gfx950-all", "IsGFX950", "true", "Everything that gfx950 has", [
    FeatureGFX9, FeatureXNACK, FeatureSRAMECC, FeatureUnifiedVGPRs, FeaturePackedWorkItemIds, FeatureGFX90A, FeatureDL, FeatureFmaMix, FeatureArchitectedFlatScratch, FeatureMAI, FeaturePackedFP32,
    FeatureFP8, FeatureFlatGlobalAtomicF32, FeatureGFX940, FeatureGFX950]>;
def FeatureISAVersion9_0_A : SubtargetFeature<"gfx90a-all", "IsGFX90A", "true", "Everything that gfx90a has", [
    FeatureGFX9, FeatureXNACK, FeatureSRAMECC, FeatureUnifiedVGPRs, FeaturePackedWorkItemIds, FeatureGFX90A, FeatureDL, FeatureFmaMix, FeatureMAI, FeaturePackedFP32, FeatureFlatGlobalAtomicF32]>;
def FeatureISAVersion9_0_8 : SubtargetFeature<"gfx908-all", "IsGFX908", "true", "Everything that gfx908 has", [
    FeatureGFX9, FeatureXNACK, FeatureSRAMECC, FeatureDL, FeatureFmaMix, FeatureMAI, FeatureFlatGlobalAtomicF32]>;
def FeatureISAVersion9_0_6 : SubtargetFeature<"gfx906-all", "IsGFX906", "true", "Everything that gfx906 has", [
    FeatureGFX9, FeatureXNACK, FeatureSRAMECC, FeatureDL, FeatureFmaMix]>;
def FeatureISAVersion9_0_4 : SubtargetFeature<"gfx904-all", "IsGFX904", "true", "Everything that gfx904 has", [
    FeatureGFX9, FeatureXNACK, FeatureFmaMix]>;
def FeatureISAVersion9_0_0 : SubtargetFeature<"gfx900-all", "IsGFX900", "true", "Everything that gfx900 has", [
    FeatureGFX9, FeatureXNACK, FeatureMadMix]>;
def FeatureISAVersion9_Generic : SubtargetFeature<"gfx9-generic-all", "IsGFX9Generic", "true",
    "What all processors from gfx900 to gfx906, and gfx90c, have", [FeatureGFX9, FeatureXNACK, FeatureGeneric]>;
def FeatureISAVersion9_4_Generic : SubtargetFeature<"gfx9-4-generic-all", "IsGFX94Generic", "true",
    "What gfx942 and gfx950 have, with the same meaning", [
    FeatureGFX9, FeatureXNACK, FeatureSRAMECC, FeatureUnifiedVGPRs, FeaturePackedWorkItemIds, FeatureGFX90A, FeatureDL, FeatureFmaMix, FeatureArchitectedFlatScratch, FeatureMAI, FeaturePackedFP32,
    FeatureFlatGlobalAtomicF32, FeatureGFX940, FeatureGeneric]>;

def FeatureISAVersion10_3_0 : SubtargetFeature<"gfx1030-all", "IsGFX1030", "true", "Everything that gfx1030 has", [
    FeatureGFX10, FeatureDL, FeatureFmaMix]>;

def FeatureISAVersion11_0_1 : SubtargetFeature<"gfx11-all", "IsGFX1101", "true", "Everything that all of RDNA 3 has", [
    FeatureGFX11, FeatureDL, FeatureFmaMix, FeatureArchitectedFlatScratch, FeaturePackedWorkItemIds]>;
def FeatureISAVersion11_5_0 : SubtargetFeature<"gfx1150-all", "IsGFX1150", "true", "Everything that RDNA 3.5 has", [
    FeatureISAVersion11_0_1, FeatureScalarFloat, FeatureDPPSrc1SGPR]>;

def FeatureISAVersion12_0_0 : SubtargetFeature<"gfx12-all", "IsGFX1200", "true", "Everything that all of RDNA 4 has", [
    FeatureGFX12, FeatureDL, FeatureFmaMix, FeatureArchitectedFlatScratch, FeaturePackedWorkItemIds, FeatureScalarFloat,
    FeatureDPPSrc1SGPR, FeatureLargeVGPRs]>;

// Instructions and encodings exist on processors that meet their predicates.
class HasFeature<string constant, dag features>
  : Predicate<"target.has(wavec_gpu_mc::features::"#constant#")">, AssemblerPredicate<features>;
def HasGFX940 : HasFeature<"GFX940", (all_of FeatureGFX940)>;
def HasFP8 : HasFeature<"FP8", (all_of FeatureFP8)>;
def HasXF32 : HasFeature<"XF32", (all_of FeatureXF32)>;
def HasGFX950 : HasFeature<"GFX950", (all_of FeatureGFX950)>;
def HasPackedFP32 : HasFeature<"PACKED_FP32", (all_of FeaturePackedFP32)>;
def HasGFX90A : HasFeature<"GFX90A", (all_of FeatureGFX90A)>;
def HasMAI : HasFeature<"MAI", (all_of FeatureMAI)>;
def HasMadMix : HasFeature<"MAD_MIX", (all_of FeatureMadMix)>;
def HasFmaMix : HasFeature<"FMA_MIX", (all_of FeatureFmaMix)>;
def HasDL : HasFeature<"DL", (all_of FeatureDL)>;
def LacksGFX90A : Predicate<"!target.has(wavec_gpu_mc::features::GFX90A)">, AssemblerPredicate<(all_of (not FeatureGFX90A))>;
// Of gfx90a, and of gfx908.
def GFX90AOnly : Predicate<"target.has(wavec_gpu_mc::features::GFX90A) && !target.has(wavec_gpu_mc::features::GFX940)">,
  AssemblerPredicate<(all_of FeatureGFX90A, (not FeatureGFX940))>;
def GFX908Only : Predicate<"target.has(wavec_gpu_mc::features::MAI) && !target.has(wavec_gpu_mc::features::GFX90A)">,
  AssemblerPredicate<(all_of FeatureMAI, (not FeatureGFX90A))>;
def LacksGFX940 : Predicate<"!target.has(wavec_gpu_mc::features::GFX940)">, AssemblerPredicate<(all_of (not FeatureGFX940))>;

def IsGFX9 : HasFeature<"GFX9", (all_of FeatureGFX9)>;
def IsGFX10 : HasFeature<"GFX10", (all_of FeatureGFX10)>;
def IsGFX12 : HasFeature<"GFX12", (all_of FeatureGFX12)>;
def IsGFX11 : HasFeature<"GFX11", (all_of FeatureGFX11)>;
def AfterGFX9 : Predicate<"!target.has(wavec_gpu_mc::features::GFX9)">, AssemblerPredicate<(all_of (not FeatureGFX9))>;
def AfterGFX10 : Predicate<"!target.has(wavec_gpu_mc::features::GFX9) && !target.has(wavec_gpu_mc::features::GFX10)">,
  AssemblerPredicate<(all_of (not FeatureGFX9), (not FeatureGFX10))>;
// All sources of DPP are vector registers but the third.
def VectorDppSources : Predicate<"!target.has(wavec_gpu_mc::features::DPP_SRC1_SGPR)">,
  AssemblerPredicate<(all_of (not FeatureDPPSrc1SGPR))>;
def IsWave64 : HasFeature<"WAVEFRONT_SIZE64", (all_of FeatureWavefrontSize64)>;
def HasScalarFloat : HasFeature<"SCALAR_FLOAT", (all_of FeatureScalarFloat)>;
def IsWave32 : HasFeature<"WAVEFRONT_SIZE32", (all_of FeatureWavefrontSize32)>;
// Vector registers are a file of their own, without accumulation registers in the place of data.
def SeparateVGPRs : Predicate<"!target.has(wavec_gpu_mc::features::UNIFIED_VGPRS)">,
  AssemblerPredicate<(all_of (not FeatureUnifiedVGPRs))>;
// Permutations through local memory reach all lanes of a wave.
def PermutesWholeWaves : Predicate<"target.permutes_whole_waves()">;
// Of an instruction's own encoding: all that it has are other records.
def OnlyOtherEncodings : Predicate<"false">, AssemblerPredicate<(any_of)>;

// `mach`: EF_AMDGPU_MACH of the ELF header.
class GPUProcessor<string name, SchedMachineModel model, int mach, list<SubtargetFeature> features>
  : ProcessorModel<name, model, features> {
  let MachineNumber = mach;
}
def : GPUProcessor<"gfx900", GFX908_Model, 0x2c, [FeatureISAVersion9_0_0]>;
def : GPUProcessor<"gfx902", GFX908_Model, 0x2d, [FeatureISAVersion9_0_0]>;
def : GPUProcessor<"gfx904", GFX908_Model, 0x2e, [FeatureISAVersion9_0_4]>;
def : GPUProcessor<"gfx906", GFX908_Model, 0x2f, [FeatureISAVersion9_0_6]>;
def : GPUProcessor<"gfx908", GFX908_Model, 0x30, [FeatureISAVersion9_0_8]>;
def : GPUProcessor<"gfx909", GFX908_Model, 0x31, [FeatureISAVersion9_0_0]>;
def : GPUProcessor<"gfx90c", GFX908_Model, 0x32, [FeatureISAVersion9_0_0]>;
def : GPUProcessor<"gfx90a", GFX90A_Model, 0x3f, [FeatureISAVersion9_0_A]>;
def : GPUProcessor<"gfx942", GFX942_Model, 0x4c, [FeatureISAVersion9_4_2]>;
def : GPUProcessor<"gfx950", GFX950_Model, 0x4f, [FeatureISAVersion9_5_0]>;
def : GPUProcessor<"gfx9-generic", GFX908_Model, 0x51, [FeatureISAVersion9_Generic]>;
def : GPUProcessor<"gfx9-4-generic", GFX942_Model, 0x5f, [FeatureISAVersion9_4_Generic]>;
def : GPUProcessor<"gfx1030", GFX10_Model, 0x36, [FeatureISAVersion10_3_0]>;
def : GPUProcessor<"gfx1031", GFX10_Model, 0x37, [FeatureISAVersion10_3_0]>;
def : GPUProcessor<"gfx1032", GFX10_Model, 0x38, [FeatureISAVersion10_3_0]>;
def : GPUProcessor<"gfx1033", GFX10_Model, 0x39, [FeatureISAVersion10_3_0]>;
def : GPUProcessor<"gfx1034", GFX10_Model, 0x3e, [FeatureISAVersion10_3_0]>;
def : GPUProcessor<"gfx1035", GFX10_Model, 0x3d, [FeatureISAVersion10_3_0]>;
def : GPUProcessor<"gfx1036", GFX10_Model, 0x45, [FeatureISAVersion10_3_0]>;
def : GPUProcessor<"gfx10-3-generic", GFX10_Model, 0x53, [FeatureISAVersion10_3_0, FeatureGeneric]>;
def : GPUProcessor<"gfx1100", GFX11_Model, 0x41, [FeatureISAVersion11_0_1, FeatureLargeVGPRs, FeatureSixteenInitialSGPRs]>;
def : GPUProcessor<"gfx1101", GFX11_Model, 0x46, [FeatureISAVersion11_0_1, FeatureLargeVGPRs]>;
def : GPUProcessor<"gfx1102", GFX11_Model, 0x47, [FeatureISAVersion11_0_1, FeatureSixteenInitialSGPRs]>;
def : GPUProcessor<"gfx1103", GFX11_Model, 0x44, [FeatureISAVersion11_0_1]>;
def : GPUProcessor<"gfx1150", GFX11_Model, 0x43, [FeatureISAVersion11_5_0]>;
def : GPUProcessor<"gfx1151", GFX11_Model, 0x4a, [FeatureISAVersion11_5_0, FeatureLargeVGPRs]>;
def : GPUProcessor<"gfx1152", GFX11_Model, 0x55, [FeatureISAVersion11_5_0]>;
def : GPUProcessor<"gfx1153", GFX11_Model, 0x58, [FeatureISAVersion11_5_0]>;
def : GPUProcessor<"gfx11-generic", GFX11_Model, 0x54, [FeatureISAVersion11_0_1, FeatureSixteenInitialSGPRs, FeatureGeneric]>;
def : GPUProcessor<"gfx1200", GFX12_Model, 0x48, [FeatureISAVersion12_0_0]>;
def : GPUProcessor<"gfx1201", GFX12_Model, 0x4e, [FeatureISAVersion12_0_0]>;
def : GPUProcessor<"gfx12-generic", GFX12_Model, 0x59, [FeatureISAVersion12_0_0, FeatureGeneric]>;
