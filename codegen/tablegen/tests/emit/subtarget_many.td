// --gen-subtarget
include "Target.td"

// More features than a word has bits; each implies the one before.
def Feature0 : SubtargetFeature<"f0", "F0", "true", "The first">;
foreach i = 1...70 in
  def Feature#i : SubtargetFeature<"f"#i, "F"#i, "true", "One more", [!cast<SubtargetFeature>("Feature"#!sub(i, 1))]>;

def : ProcessorModel<"large", NoSchedModel, [Feature70]>;
def : ProcessorModel<"middle", NoSchedModel, [Feature65]>;
def : ProcessorModel<"small", NoSchedModel, [Feature1]>;
