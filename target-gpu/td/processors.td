// Processors and what distinguishes them.

def FeatureXNACK : SubtargetFeature<"xnack", "SupportsXNACK", "true", "Page faults can be retried; code may need it on or off">;
def FeatureSRAMECC : SubtargetFeature<"sramecc", "SupportsSRAMECC", "true",
    "Memories on the chip can have error correction; code may need it on or off">;
def FeatureUnifiedVGPRs : SubtargetFeature<"unified-vgprs", "HasUnifiedVGPRs", "true",
    "One register file holds vector and accumulation registers; tuples start even">;
def FeatureArchitectedFlatScratch : SubtargetFeature<"architected-flat-scratch", "HasArchitectedFlatScratch", "true",
    "FLAT_SCRATCH is set up by the hardware">;
def FeatureMAI : SubtargetFeature<"mai-insts", "HasMAI", "true", "Matrix instructions">;
def FeaturePackedFP32 : SubtargetFeature<"packed-fp32-ops", "HasPackedFP32", "true", "Packed f32 arithmetic">;
def FeatureFP8 : SubtargetFeature<"fp8-insts", "HasFP8", "true", "Conversions and matrix instructions on 8-bit floats">;
def FeatureFlatGlobalAtomicF32 : SubtargetFeature<"atomic-fadd", "HasAtomicFAdd", "true",
    "Atomic addition of floating-point numbers in memory">;
def FeatureLshlAddU64 : SubtargetFeature<"lshl-add-u64-inst", "HasLshlAddU64", "true", "v_lshl_add_u64, v_mov_b64">;

def FeatureISAVersion9_4_2 : SubtargetFeature<"gfx942-insts", "IsGFX942", "true", "Everything that gfx942 has", [
    FeatureXNACK, FeatureSRAMECC, FeatureUnifiedVGPRs, FeatureArchitectedFlatScratch, FeatureMAI, FeaturePackedFP32,
    FeatureFP8, FeatureFlatGlobalAtomicF32, FeatureLshlAddU64]>;

// `mach`: EF_AMDGPU_MACH of the ELF header.
class GPUProcessor<string name, int mach, list<SubtargetFeature> features>
  : ProcessorModel<name, GFX942_Model, features> {
  let MachineNumber = mach;
}
def : GPUProcessor<"gfx942", 0x4c, [FeatureISAVersion9_4_2]>;
