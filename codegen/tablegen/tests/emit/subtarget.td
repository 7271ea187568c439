// --gen-subtarget
include "Target.td"

def FeatureMul : SubtargetFeature<"mul", "HasMul", "true", "Multiplication in one cycle">;
def FeatureWideMul : SubtargetFeature<"wide-mul", "HasWideMul", "true", "Products of 64 bits", [FeatureMul]>;
def FeatureFloat : SubtargetFeature<"float", "HasFloat", "true", "Floating-point arithmetic">;

// A choice of whoever makes code for a processor, and another name of one.
def TuneShort : SubtargetFeature<"tune-short", "PrefersShort", "true", "Short code is preferred">;

// A mark: nobody asks for it, and what it implies is not passed on.
def MarkInner : SubtargetFeature<"", "IsInner", "true", "For code alone", [FeatureMul]>;
def FeatureMarked : SubtargetFeature<"marked", "IsMarked", "true", "Has a mark", [MarkInner]>;

def : ProcessorAlias<"old-toy", "toy2">;
def : ProcessorModel<"toy2", NoSchedModel, [FeatureWideMul, FeatureFloat], [TuneShort]> { let MachineNumber = 0x12; }
def : ProcessorModel<"toy1", NoSchedModel, [FeatureMul]> { let MachineNumber = 0x11; }
