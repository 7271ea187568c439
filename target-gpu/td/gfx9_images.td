// MIMG on GFX9: AMD's references of the Vega and the MI200 instruction sets. `images.td` has the instructions.
//
// An address is a tuple. In place of a dimension, the resource says it, and a bit of the instruction whether it is an
// array (`ImageDim`); so the size of an address is no part of the instruction, and disassemblers show its smallest one. From gfx90a on
// there are no samplers but for one instruction, data may be in accumulation registers, and there is no word of status.

// `unified`: on gfx90a.
class Image_gfx9_enc<ImageInst of, int op, bit unified>
  : EncodedAs<of, "", !subst("$lwe", "$lwe$dim", !subst("$dim", "", !subst("$r128", "", !subst(
      !if(unified, "$tfe", "$$"), "", of.AsmOperands))))> {
  bits<10> vdata;
  bits<10> vaddr;
  bits<10> srsrc;
  bits<10> ssamp;
  bits<4> dmask;
  bits<3> dim;
  bits<1> unorm;
  bits<5> cpol;
  bits<1> tfe;
  bits<1> lwe;
  bits<1> d16;
  bits<1> a16;
  bits<7> number = op;
  let Inst{6-0} = 0;
  let Inst{7} = !if(unified, cpol{4}, 0);
  let Inst{11-8} = dmask;
  let Inst{12} = unorm;
  let Inst{13} = cpol{0};
  let Inst{14} = dim{0};
  let Inst{15} = a16;
  let Inst{16} = !if(unified, vdata{9}, tfe);
  let Inst{17} = lwe;
  let Inst{24-18} = number;
  let Inst{25} = cpol{1};
  let Inst{31-26} = 0b111100;
  let Inst{39-32} = vaddr{7-0};
  let Inst{47-40} = vdata{7-0};
  let Inst{52-48} = srsrc{6-2};
  let Inst{57-53} = !if(of.has_ssamp, ssamp{6-2}, 0);
  let Inst{62-58} = 0;
  let Inst{63} = !if(of.has_d16, d16, 0);
  let DecodeIgnore{6-1} = 0x3f;
  let DecodeIgnore{7} = !not(unified);
  let DecodeIgnore{62-58} = 0x1f;
  let DecodeIgnore{63} = !not(of.has_d16);
  let EncodingPredicates = [IsGFX9, !if(unified, GFX90AOnly, LacksGFX90A)];
}

multiclass ImageBefore_gfx9<int op> { def _gfx9 : Image_gfx9_enc<!cast<ImageInst>(NAME), op, false>; }
multiclass Image_gfx9<int op> {
  defm "" : ImageBefore_gfx9<op>;
  def _gfx90a : Image_gfx9_enc<!cast<ImageInst>(NAME), op, true>;
}

defm IMAGE_LOAD : Image_gfx9<0x00>;
defm IMAGE_LOAD_MIP : Image_gfx9<0x01>;
defm IMAGE_LOAD_PCK : Image_gfx9<0x02>;
defm IMAGE_LOAD_PCK_SGN : Image_gfx9<0x03>;
defm IMAGE_LOAD_MIP_PCK : Image_gfx9<0x04>;
defm IMAGE_LOAD_MIP_PCK_SGN : Image_gfx9<0x05>;
defm IMAGE_STORE : Image_gfx9<0x08>;
defm IMAGE_STORE_MIP : Image_gfx9<0x09>;
defm IMAGE_STORE_PCK : Image_gfx9<0x0a>;
defm IMAGE_STORE_MIP_PCK : Image_gfx9<0x0b>;
defm IMAGE_GET_RESINFO : Image_gfx9<0x0e>;
defvar ImageAtomics_gfx9 = ["SWAP", "CMPSWAP", "ADD", "SUB", "SMIN", "UMIN", "SMAX", "UMAX", "AND", "OR", "XOR", "INC", "DEC"];
foreach i = !range(ImageAtomics_gfx9) in {
  defvar name = ImageAtomics_gfx9[i];
  defm IMAGE_ATOMIC_#name : Image_gfx9<!add(0x10, i)>;
}
foreach o = [0, 1] in foreach c = [0, 1] in foreach i = !range(SampleKinds) in {
  defvar number = !add(!mul(o, 16), !mul(c, 8), i);
  defvar kind = SampleKinds[i];
  defvar name = !toupper(!if(c, "_c", "")#kind#!if(o, "_o", ""));
  if !empty(name) then defm IMAGE_SAMPLE : Image_gfx9<0x20>;
  else defm IMAGE_SAMPLE#name : ImageBefore_gfx9<!add(0x20, number)>;
  if !lt(SampleParts[i], 16) then defm IMAGE_GATHER4#name : ImageBefore_gfx9<!add(0x40, number)>;
}
foreach o = [0, 1] in foreach c = [0, 1] in foreach cl = [0, 1] in {
  defvar number = !add(!mul(o, 4), !mul(c, 2), cl);
  defm IMAGE_SAMPLE#!if(c, "_C", "")#"_CD"#!if(cl, "_CL", "")#!if(o, "_O", "") : ImageBefore_gfx9<!add(0x68, number)>;
}
defm IMAGE_GET_LOD : ImageBefore_gfx9<0x60>;
defm IMAGE_GATHER4H : ImageBefore_gfx9<0x42>;

// What code generation uses.
multiclass ImageOfSizes_gfx9<int op, bit everywhere> {
  let isNoDecode = true, isCodeGenOnly = true in
  foreach data = [1, 2, 3, 4] in
  foreach address = [1, 2, 3] in {
    defvar sizes = "_V"#data#"_V"#address;
    def sizes#_gfx9 : Image_gfx9_enc<!cast<ImageInst>(NAME#sizes), op, false>;
    if everywhere then def sizes#_gfx90a : Image_gfx9_enc<!cast<ImageInst>(NAME#sizes), op, true>;
  }
}
defm IMAGE_LOAD : ImageOfSizes_gfx9<0x00, true>;
defm IMAGE_STORE : ImageOfSizes_gfx9<0x08, true>;
defm IMAGE_SAMPLE_LZ : ImageOfSizes_gfx9<0x27, false>;
