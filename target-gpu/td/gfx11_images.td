// Images and exports of RDNA 3 and RDNA 4, which number their instructions alike. `images.td` has the instructions.
//
// RDNA 3 has the two forms of RDNA 2: the address is a tuple, or registers anywhere, of which a third dword holds four; the
// last of the five is a tuple if the address is longer. RDNA 4 has the second form alone, in three dwords: five registers
// without a sampler; with one, four, of which the last is a tuple if need be (`Family::address_tuple`).

//===- Instructions that RDNA 2 does not have ---------------------------------------------------------------------===//

let EncodingPredicates = [OnlyOtherEncodings] in {
// One component of four samples.
let mayLoad = true in
defm IMAGE_MSAA_LOAD4 : Image<0, "image_msaa_load", (outs ImageDataOfFour:$vdata), (ins), 132, false, true>;
defm IMAGE_ATOMIC_ADD_FLT : ImageAtomic<0, "image_atomic_add_flt", ImageAtomicData>;
defm IMAGE_ATOMIC_PK_ADD_F16 : ImageAtomic<0, "image_atomic_pk_add_f16", ImageAtomicData>;
defm IMAGE_ATOMIC_PK_ADD_BF16 : ImageAtomic<0, "image_atomic_pk_add_bf16", ImageAtomicData>;
}

// Rows of primitives are exported together.
def ExportRow : FlagOperand<"row_en">;
def EXP_ROW : AMDInst<(outs), (ins ExportTarget:$tgt, ExportSource:$src0, ExportSource:$src1, ExportSource:$src2,
                                   ExportSource:$src3, ExportMask:$en, ExportDone:$done, ExportRow:$row_en),
                      "exp", "$tgt $exports$done$row_en"> {
  field bits<64> Inst;
  let Size = 8;
  bits<6> tgt;
  bits<10> src0;
  bits<10> src1;
  bits<10> src2;
  bits<10> src3;
  bits<4> en;
  bits<1> done;
  bits<1> row_en;
  let Inst{3-0} = en;
  let Inst{9-4} = tgt;
  let Inst{10} = 0;
  let Inst{11} = done;
  let Inst{12} = 0;
  let Inst{13} = row_en;
  let Inst{25-14} = 0;
  let Inst{31-26} = 0b111110;
  let Inst{39-32} = src0{7-0};
  let Inst{47-40} = src1{7-0};
  let Inst{55-48} = src2{7-0};
  let Inst{63-56} = src3{7-0};
  let DecodeIgnore{10} = 1;
  let DecodeIgnore{12} = 1;
  let DecodeIgnore{25-14} = 0xfff;
  let Uses = [EXEC];
  let hasSideEffects = true;
  let mayStore = true;
  let Export = true;
  let EncodingPredicates = [IsGFX11];
}
let EncodingPredicates = [IsGFX12], AltMnemonics = ["exp"] in
def EXP_ROW_gfx12 : EncodedAs<EXP_ROW, "export"> {
  bits<6> tgt;
  bits<10> src0;
  bits<10> src1;
  bits<10> src2;
  bits<10> src3;
  bits<4> en;
  bits<1> done;
  bits<1> row_en;
  let Inst{3-0} = en;
  let Inst{9-4} = tgt;
  let Inst{10} = 0;
  let Inst{11} = done;
  let Inst{12} = 0;
  let Inst{13} = row_en;
  let Inst{25-14} = 0;
  let Inst{31-26} = 0b111110;
  let Inst{39-32} = src0{7-0};
  let Inst{47-40} = src1{7-0};
  let Inst{55-48} = src2{7-0};
  let Inst{63-56} = src3{7-0};
  let DecodeIgnore{10} = 1;
  let DecodeIgnore{12} = 1;
  let DecodeIgnore{25-14} = 0xfff;
}

//===- Encodings --------------------------------------------------------------------------------------------------===//

class Image_gfx11_enc<ImageInst of, int op, bit separate> : EncodedAs<of> {
  bits<10> vdata;
  bits<10> vaddr;
  bits<10> vaddr0;
  bits<10> vaddr1;
  bits<10> vaddr2;
  bits<10> vaddr3;
  bits<10> vaddr4;
  bits<10> srsrc;
  bits<10> ssamp;
  bits<4> dmask;
  bits<3> dim;
  bits<1> unorm;
  bits<5> cpol;
  bits<1> r128;
  bits<1> tfe;
  bits<1> lwe;
  bits<1> d16;
  bits<1> a16;
  bits<8> number = op;
  let Inst{0} = separate;
  let Inst{1} = 0;
  let Inst{4-2} = dim;
  let Inst{6-5} = 0;
  let Inst{7} = unorm;
  let Inst{11-8} = dmask;
  let Inst{12} = cpol{1};
  let Inst{13} = cpol{2};
  let Inst{14} = cpol{0};
  let Inst{15} = r128;
  let Inst{16} = a16;
  let Inst{17} = !if(of.has_d16, d16, 0);
  let Inst{25-18} = number;
  let Inst{31-26} = 0b111100;
  let Inst{39-32} = !if(separate, vaddr0{7-0}, vaddr{7-0});
  let Inst{47-40} = vdata{7-0};
  let Inst{52-48} = srsrc{6-2};
  let Inst{53} = tfe;
  let Inst{54} = lwe;
  let Inst{57-55} = 0;
  let Inst{62-58} = !if(of.has_ssamp, ssamp{6-2}, 0);
  let Inst{63} = 0;
  let Inst{71-64} = !if(separate, vaddr1{7-0}, ?);
  let Inst{79-72} = !if(separate, vaddr2{7-0}, ?);
  let Inst{87-80} = !if(separate, vaddr3{7-0}, ?);
  let Inst{95-88} = !if(separate, vaddr4{7-0}, ?);
  let DecodeIgnore{1} = 1;
  let DecodeIgnore{6-5} = 3;
  let DecodeIgnore{17} = !if(of.has_d16, 0, 1);
  let DecodeIgnore{57-55} = 7;
  let DecodeIgnore{63} = 1;
  let EncodingPredicates = [IsGFX11];
}

// Bits that both forms of RDNA 4 share.
class Image_gfx12_enc<ImageInst of, int op, string name = ""> : EncodedAs<of, name> {
  bits<10> vdata;
  bits<10> vaddr0;
  bits<10> vaddr1;
  bits<10> vaddr2;
  bits<10> vaddr3;
  bits<10> srsrc;
  bits<4> dmask;
  bits<3> dim;
  bits<5> cpol;
  bits<1> r128;
  bits<1> d16;
  bits<1> a16;
  bits<8> number = op;
  let Size = 12;
  let Inst{2-0} = dim;
  let Inst{4} = r128;
  let Inst{5} = !if(of.has_d16, d16, 0);
  let Inst{6} = a16;
  let Inst{12-7} = 0;
  let Inst{21-14} = number;
  let Inst{25-22} = dmask;
  let Inst{39-32} = vdata{7-0};
  let Inst{47-41} = srsrc{6-0};
  let Inst{49-48} = 0;
  let Inst{51-50} = cpol{4-3};
  let Inst{54-52} = cpol{2-0};
  let Inst{71-64} = vaddr0{7-0};
  let Inst{79-72} = vaddr1{7-0};
  let Inst{87-80} = vaddr2{7-0};
  let Inst{95-88} = vaddr3{7-0};
  let DecodeIgnore{12-8} = 0x1f;
  let AsmSeparator = " ";
  let EncodingPredicates = [IsGFX12];
}
// VIMAGE: without a sampler.
class VImage_gfx12_enc<ImageInst of, int op, string name = ""> : Image_gfx12_enc<of, op, name> {
  bits<10> vaddr4;
  bits<1> tfe;
  let Inst{3} = 0;
  let Inst{13} = 0;
  let Inst{31-26} = 0b110100;
  let Inst{40} = 0;
  let Inst{55} = tfe;
  let Inst{63-56} = vaddr4{7-0};
  let DecodeIgnore{3} = 1;
  let DecodeIgnore{13} = 1;
  let DecodeIgnore{40} = 1;
}
// VSAMPLE: with one, and for several samples.
class VSample_gfx12_enc<ImageInst of, int op> : Image_gfx12_enc<of, op> {
  bits<10> ssamp;
  bits<1> unorm;
  bits<1> tfe;
  bits<1> lwe;
  let Inst{3} = tfe;
  let Inst{13} = unorm;
  let Inst{31-26} = 0b111001;
  let Inst{40} = lwe;
  let Inst{61-55} = !if(of.has_ssamp, ssamp{6-0}, 0);
  let Inst{63-62} = 0;
}

// An instruction on images: its number, which is that of RDNA 4, too, and its name there.
multiclass Image_gfx11<int op> {
  def _gfx11 : Image_gfx11_enc<!cast<ImageInst>(NAME), op, false>;
  def _NSA1_gfx11 : Image_gfx11_enc<!cast<ImageInst>(NAME#"_NSA1"), op, true>;
}
multiclass VImage_gfx12<int op, string name = ""> {
  defvar of = !cast<ImageInst>(NAME#"_NSA1");
  let AltMnemonics = OldNames<of, name>.ret, AsmOperands = !subst("$unorm", "", !subst("$lwe", "", of.AsmOperands)) in
  def _NSA1_gfx12 : VImage_gfx12_enc<of, op, name>;
}
multiclass VSample_gfx12<int op> { def _NSA1_gfx12 : VSample_gfx12_enc<!cast<ImageInst>(NAME#"_NSA1"), op>; }
multiclass VImageNumber<int op, string name = ""> {
  defm "" : Image_gfx11<op>;
  defm "" : VImage_gfx12<op, name>;
}
multiclass VSampleNumber<int op> {
  defm "" : Image_gfx11<op>;
  defm "" : VSample_gfx12<op>;
}

defm IMAGE_LOAD : VImageNumber<0x00>;
defm IMAGE_LOAD_MIP : VImageNumber<0x01>;
defm IMAGE_LOAD_PCK : VImageNumber<0x02>;
defm IMAGE_LOAD_PCK_SGN : VImageNumber<0x03>;
defm IMAGE_LOAD_MIP_PCK : VImageNumber<0x04>;
defm IMAGE_LOAD_MIP_PCK_SGN : VImageNumber<0x05>;
defm IMAGE_STORE : VImageNumber<0x06>;
defm IMAGE_STORE_MIP : VImageNumber<0x07>;
defm IMAGE_STORE_PCK : VImageNumber<0x08>;
defm IMAGE_STORE_MIP_PCK : VImageNumber<0x09>;
defm IMAGE_ATOMIC_SWAP : VImageNumber<0x0a>;
defm IMAGE_ATOMIC_CMPSWAP : VImageNumber<0x0b>;
defm IMAGE_ATOMIC_ADD : VImageNumber<0x0c, "image_atomic_add_uint">;
defm IMAGE_ATOMIC_SUB : VImageNumber<0x0d, "image_atomic_sub_uint">;
defm IMAGE_ATOMIC_SMIN : VImageNumber<0x0e, "image_atomic_min_int">;
defm IMAGE_ATOMIC_UMIN : VImageNumber<0x0f, "image_atomic_min_uint">;
defm IMAGE_ATOMIC_SMAX : VImageNumber<0x10, "image_atomic_max_int">;
defm IMAGE_ATOMIC_UMAX : VImageNumber<0x11, "image_atomic_max_uint">;
defm IMAGE_ATOMIC_AND : VImageNumber<0x12>;
defm IMAGE_ATOMIC_OR : VImageNumber<0x13>;
defm IMAGE_ATOMIC_XOR : VImageNumber<0x14>;
defm IMAGE_ATOMIC_INC : VImageNumber<0x15, "image_atomic_inc_uint">;
defm IMAGE_ATOMIC_DEC : VImageNumber<0x16, "image_atomic_dec_uint">;
defm IMAGE_GET_RESINFO : VImageNumber<0x17>;
defm IMAGE_MSAA_LOAD4 : VSampleNumber<0x18>;
defm IMAGE_ATOMIC_ADD_FLT : VImage_gfx12<0x83>;
defm IMAGE_ATOMIC_FMIN : VImage_gfx12<0x84, "image_atomic_min_flt">;
defm IMAGE_ATOMIC_FMAX : VImage_gfx12<0x85, "image_atomic_max_flt">;
defm IMAGE_ATOMIC_PK_ADD_F16 : VImage_gfx12<0x86>;
defm IMAGE_ATOMIC_PK_ADD_BF16 : VImage_gfx12<0x87>;

// By number, from the first.
defvar SampleNames = ["", "_D", "_L", "_B", "_LZ", "_C", "_C_D", "_C_L", "_C_B", "_C_LZ", "_O", "_D_O", "_L_O", "_B_O", "_LZ_O",
                      "_C_O", "_C_D_O", "_C_L_O", "_C_B_O", "_C_LZ_O"];
foreach i = !range(SampleNames) in {
  defvar name = SampleNames[i];
  defm IMAGE_SAMPLE#name : VSampleNumber<!add(0x1b, i)>;
}
defvar GatherNames = ["", "_L", "_B", "_LZ", "_C", "_C_LZ", "_O", "_LZ_O", "_C_LZ_O"];
foreach i = !range(GatherNames) in {
  defvar name = GatherNames[i];
  defm IMAGE_GATHER4#name : VSampleNumber<!add(0x2f, i)>;
}
defm IMAGE_GET_LOD : VSampleNumber<0x38>;
defvar SampleG16Names = ["D", "C_D", "D_O", "C_D_O"];
foreach i = !range(SampleG16Names) in {
  defvar name = SampleG16Names[i];
  defm IMAGE_SAMPLE_#name#_G16 : VSampleNumber<!add(0x39, i)>;
}
defvar SampleBoundNames = ["CL", "D_CL", "B_CL", "C_CL", "C_D_CL", "C_B_CL", "CL_O", "D_CL_O", "B_CL_O", "C_CL_O",
                           "C_D_CL_O", "C_B_CL_O"];
foreach i = !range(SampleBoundNames) in {
  defvar name = SampleBoundNames[i];
  defm IMAGE_SAMPLE_#name : VSampleNumber<!add(0x40, i)>;
}
defm IMAGE_SAMPLE_C_D_CL_G16 : VSampleNumber<0x54>;
defm IMAGE_SAMPLE_D_CL_O_G16 : VSampleNumber<0x55>;
defm IMAGE_SAMPLE_C_D_CL_O_G16 : VSampleNumber<0x56>;
defm IMAGE_SAMPLE_D_CL_G16 : VSampleNumber<0x5f>;
defvar GatherBoundNames = ["CL", "B_CL", "C_CL", "C_L", "C_B", "C_B_CL"];
foreach i = !range(GatherBoundNames) in {
  defvar name = GatherBoundNames[i];
  defm IMAGE_GATHER4_#name : VSampleNumber<!add(0x60, i)>;
}
defm IMAGE_GATHER4H : VSampleNumber<0x90>;

//===- What code generation uses ------------------------------------------------------------------------------------===//

// On RDNA 3 as on RDNA 2. On RDNA 4 an address is a list: the names have `A` and how many registers it has.
def ImageListWord : ImageAddressOperand<0, "image_nsa">;
multiclass ImageOfSizes_gfx11<int op, bit load, bit sampler> {
  defvar resource = !if(sampler, (ins ImageResource:$srsrc, ImageSampler:$ssamp), (ins ImageResource:$srsrc));
  defvar modifiers = (ins ImageDMask:$dmask, ImageDim:$dim, ImageUnorm:$unorm, CPol:$cpol, ImageR128:$r128, ImageA16:$a16,
                          ImageTFE:$tfe, ImageLWE:$lwe, ImageD16:$d16);
  defvar text = "$vdata, $nsa, $srsrc"#!if(sampler, ", $ssamp$dmask$dim$unorm$cpol$r128$a16$tfe$lwe$d16",
                                           "$dmask$dim$cpol$r128$a16$tfe$d16");
  let isNoDecode = true, isCodeGenOnly = true in
  foreach data = [1, 2, 3, 4] in
  foreach address = [1, 2, 3] in {
    defvar vdata = !cast<RegisterOperand>("ImageWords_"#data);
    defvar sizes = "_V"#data#"_V"#address;
    def sizes#_gfx11 : Image_gfx11_enc<!cast<ImageInst>(NAME#sizes), op, false>;
    let mayLoad = load, mayStore = !not(load), has_ssamp = sampler, has_d16 = true, BaseName = NAME#"_V"#data#"_A"#address,
        vaddr4 = 0, vaddr3 = 0 in {
    defvar addresses = !dag(ins, !listsplat(ImageListWord, address), !foreach(i, !range(address), "vaddr"#i));
    defvar outs_of = !if(load, (outs vdata:$vdata), (outs));
    defvar ins_of = !con(!if(load, (ins), (ins vdata:$vdata)), addresses, resource, modifiers);
    let EncodingPredicates = [OnlyOtherEncodings] in
    if !eq(address, 3) then
    def _V#data#_A#address : ImageNSAInst<op, 1, outs_of, ins_of, !tolower(NAME), text>;
    else if !eq(address, 2) then
    let vaddr2 = 0 in def _V#data#_A#address : ImageNSAInst<op, 1, outs_of, ins_of, !tolower(NAME), text>;
    else
    let vaddr2 = 0, vaddr1 = 0 in def _V#data#_A#address : ImageNSAInst<op, 1, outs_of, ins_of, !tolower(NAME), text>;
    }
  }
}
multiclass ImageOfSizes_gfx12<int op, bit sampler> {
  let isNoDecode = true, isCodeGenOnly = true, vaddr3 = 0 in
  foreach data = [1, 2, 3, 4] in {
    if sampler then {
      def _V#data#_A3_gfx12 : VSample_gfx12_enc<!cast<ImageInst>(NAME#"_V"#data#"_A3"), op>;
      let vaddr2 = 0 in def _V#data#_A2_gfx12 : VSample_gfx12_enc<!cast<ImageInst>(NAME#"_V"#data#"_A2"), op>;
      let vaddr2 = 0, vaddr1 = 0 in def _V#data#_A1_gfx12 : VSample_gfx12_enc<!cast<ImageInst>(NAME#"_V"#data#"_A1"), op>;
    } else {
      let vaddr4 = 0 in {
      def _V#data#_A3_gfx12 : VImage_gfx12_enc<!cast<ImageInst>(NAME#"_V"#data#"_A3"), op>;
      let vaddr2 = 0 in def _V#data#_A2_gfx12 : VImage_gfx12_enc<!cast<ImageInst>(NAME#"_V"#data#"_A2"), op>;
      let vaddr2 = 0, vaddr1 = 0 in def _V#data#_A1_gfx12 : VImage_gfx12_enc<!cast<ImageInst>(NAME#"_V"#data#"_A1"), op>;
      }
    }
  }
}
defm IMAGE_LOAD : ImageOfSizes_gfx11<0x00, true, false>;
defm IMAGE_STORE : ImageOfSizes_gfx11<0x06, false, false>;
defm IMAGE_SAMPLE_LZ : ImageOfSizes_gfx11<0x1f, true, true>;
defm IMAGE_LOAD : ImageOfSizes_gfx12<0x00, false>;
defm IMAGE_STORE : ImageOfSizes_gfx12<0x06, false>;
defm IMAGE_SAMPLE_LZ : ImageOfSizes_gfx12<0x1f, true>;

//===- Rays -------------------------------------------------------------------------------------------------------===//

// As a tuple, the address is that of RDNA 2.
multiclass Ray_gfx11<int op> {
  let dmask = 0xf, dim = 0, unorm = 1, cpol = 0, r128 = 1, tfe = 0, lwe = 0 in
  def _gfx11 : Image_gfx11_enc<!cast<ImageInst>(NAME), op, false>;
}
defm IMAGE_BVH_INTERSECT_RAY : Ray_gfx11<0x19>;
defm IMAGE_BVH64_INTERSECT_RAY : Ray_gfx11<0x1a>;

// Parts of it in tuples: the node, how far the ray goes, its origin, its direction and the inverse of that; of 16 bits, the
// last two are one.
def RayPart_32 : RegisterOperand<VGPR_32> { let Syntax = "ray_part"; }
foreach n = [64, 96] in
def RayPart_#n : RegisterOperand<!cast<RegisterClass>("VReg_"#n)> { let Syntax = "ray_part"; }
def RayData_128 : RegisterOperand<VReg_128>;
def RayData_320 : RegisterOperand<VReg_320>;

class RayInst<string mnemonic, dag outs, list<int> parts, string text>
  : ImageNSAInst<0, 1, outs,
                 !con(!dag(ins, !foreach(n, parts, !cast<RegisterOperand>("RayPart_"#n)),
                           !foreach(i, !range(parts), "vaddr"#i)),
                      (ins RayResource:$srsrc)),
                 mnemonic, "$vdata, $nsa, $srsrc"#text> {
  let dmask = 0xf;
  let dim = 0;
  let unorm = 1;
  let cpol = 0;
  let r128 = 1;
  let tfe = 0;
  let lwe = 0;
  let a16 = 0;
  let mayLoad = true;
  let EncodingPredicates = [OnlyOtherEncodings];
}
class Ray_gfx11_enc<ImageInst of, int op, bit short> : Image_gfx11_enc<of, op, true> {
  let dmask = 0xf;
  let dim = 0;
  let unorm = 1;
  let cpol = 0;
  let r128 = 1;
  let tfe = 0;
  let lwe = 0;
  let a16 = short;
}
class Ray_gfx12_enc<ImageInst of, int op, bit short> : VImage_gfx12_enc<of, op> {
  let dmask = 0xf;
  let dim = 0;
  let cpol = 0;
  let r128 = 1;
  let tfe = 0;
  let a16 = short;
}
foreach node = [32, 64] in {
  defvar name = "IMAGE_BVH"#!if(!eq(node, 64), "64", "")#"_INTERSECT_RAY";
  defvar number = !if(!eq(node, 64), 0x1a, 0x19);
  def name#_PARTS : RayInst<!tolower(name), (outs RayData_128:$vdata), [node, 32, 96, 96, 96], "">;
  def name#_PARTS_gfx11 : Ray_gfx11_enc<!cast<ImageInst>(name#"_PARTS"), number, false>;
  def name#_PARTS_gfx12 : Ray_gfx12_enc<!cast<ImageInst>(name#"_PARTS"), number, false>;
  let vaddr4 = 0 in {
  def name#_PARTS_A16 : RayInst<!tolower(name), (outs RayData_128:$vdata), [node, 32, 96, 96], " a16">;
  def name#_PARTS_A16_gfx11 : Ray_gfx11_enc<!cast<ImageInst>(name#"_PARTS_A16"), number, true>;
  def name#_PARTS_A16_gfx12 : Ray_gfx12_enc<!cast<ImageInst>(name#"_PARTS_A16"), number, true>;
  }
}
// Two nodes, or one of eight boxes: the node, how far the ray goes and which are of interest, the origin and the direction,
// which change, and offsets of the nodes.
multiclass RayOfNodes<int op, string mnemonic, int offsets> {
  let Constraints = "$origin = $vaddr2, $direction = $vaddr3" in
  def "" : RayInst<mnemonic, (outs RayData_320:$vdata, RayPart_96:$origin, RayPart_96:$direction),
                   [64, 64, 96, 96, offsets], "">;
  def _gfx12 : Ray_gfx12_enc<!cast<ImageInst>(NAME), op, false>;
}
defm IMAGE_BVH_DUAL_INTERSECT_RAY : RayOfNodes<0x80, "image_bvh_dual_intersect_ray", 64>;
defm IMAGE_BVH8_INTERSECT_RAY : RayOfNodes<0x81, "image_bvh8_intersect_ray", 32>;
