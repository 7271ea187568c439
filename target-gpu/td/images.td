// MIMG: images, on RDNA 2; `gfx9_images.td` has the encodings of GFX9, `gfx11_images.td` those of RDNA 3 and 4.
//
// Sizes of registers are no part of an instruction: those of the data follow from DMASK and modifiers, those of the address
// from the instruction, the dimension and A16. The address is a tuple, or, in the NSA forms, registers anywhere, whose
// numbers follow the instruction in one to three dwords.

def ImageDMask : NamedIntOperand<"dmask", 0, "dmask">;
// On GFX9 whether it is an array.
def ImageDim : FlagOperand<"da">;
def ImageNamedDim : NamedIntOperand<"dim", 0, "image_dim"> { let IsOptional = false; }
def : OperandAs<AfterGFX9, ImageDim, ImageNamedDim>;
def ImageUnorm : FlagOperand<"unorm">;
def ImageR128 : FlagOperand<"r128">;
def ImageTFE : FlagOperand<"tfe">;
def ImageLWE : FlagOperand<"lwe">;
def ImageD16 : FlagOperand<"d16">;
def ImageA16 : FlagOperand<"a16">;
def ImageResource : RegisterOperand<SReg_256>;
def ImageSampler : RegisterOperand<SReg_128>;
def RayResource : RegisterOperand<SReg_128>;

// `Width`: words that the data always has; 0: as many as bits of DMASK.
class ImageDataOperand<int words> : RegisterOperand<VGPR_32> { let Syntax = "image_data"; let Width = words; }
def ImageData : ImageDataOperand<0>;
def ImageDataOfFour : ImageDataOperand<4>;
// The same, but no word of errors with elements of 16 bits.
def ImageGatherData : ImageDataOperand<18>;
// Of atomics: one or two words; with the value to compare with, two or four.
def ImageAtomicData : ImageDataOperand<16>;
def ImagePairData : ImageDataOperand<17>;

// What an address consists of: bits 0-1 words before the coordinates, 2 whether there are coordinates, 3 whether a level or
// its bound, 4 derivatives, 5 those of 16 bits, 7 whether there is no sampler; 64: a ray, with a node number of 32 bits, 65: of 64 bits.
class ImageAddressOperand<int parts, string syntax> : RegisterOperand<VGPR_32> { let Syntax = syntax; let Width = parts; }
foreach parts = [4, 132, 140, 136, 5, 6, 7, 8, 12, 13, 14, 15, 20, 21, 22, 28, 29, 30, 52, 53, 54, 60, 61, 62, 64, 65] in {
  def ImageAddress_#parts : ImageAddressOperand<parts, "image_address">;
  def ImageNSA_#parts : ImageAddressOperand<parts, "image_nsa">;
}

// `dwords`: how many hold addresses after the first.
class ImageInst<int op, int dwords, dag outs, dag ins, string mnemonic, string asm>
  : AMDInst<outs, ins, mnemonic, asm> {
  bits<10> vdata;
  bits<10> vaddr;
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
  bits<2> nsa = dwords;
  bit has_ssamp = false;
  bit has_d16 = false;
  field bits<160> Inst;
  let Size = !add(8, !mul(4, dwords));
  let Inst{0} = number{7};
  let Inst{2-1} = nsa;
  let Inst{5-3} = dim;
  let Inst{6} = 0;
  let Inst{7} = cpol{2};
  let Inst{11-8} = dmask;
  let Inst{12} = unorm;
  let Inst{13} = cpol{0};
  let Inst{14} = 0;
  let Inst{15} = r128;
  let Inst{16} = tfe;
  let Inst{17} = lwe;
  let Inst{24-18} = number{6-0};
  let Inst{25} = cpol{1};
  let Inst{31-26} = 0b111100;
  let Inst{39-32} = vaddr{7-0};
  let Inst{47-40} = vdata{7-0};
  let Inst{52-48} = srsrc{6-2};
  let Inst{57-53} = !if(has_ssamp, ssamp{6-2}, 0);
  let Inst{61-58} = 0;
  let Inst{62} = a16;
  let Inst{63} = !if(has_d16, d16{0}, 0);
  let DecodeIgnore{6} = 1;
  let DecodeIgnore{14} = 1;
  let DecodeIgnore{57-53} = !if(has_ssamp, 0, 0x1f);
  let DecodeIgnore{61-58} = 0xf;
  let DecodeIgnore{63} = !if(has_d16, 0, 1);
  let VMEM = true;
  let MIMG = true;
  let VM_CNT = true;
  let Uses = [EXEC];
  let EncodingPredicates = [IsGFX10];
}

// With numbers of registers.
class ImageNSAInst<int op, int dwords, dag outs, dag ins, string mnemonic, string asm>
  : ImageInst<op, dwords, outs, ins, mnemonic, asm> {
  bits<10> vaddr0;
  bits<10> vaddr1;
  bits<10> vaddr2;
  bits<10> vaddr3;
  bits<10> vaddr4;
  bits<10> vaddr5;
  bits<10> vaddr6;
  bits<10> vaddr7;
  bits<10> vaddr8;
  bits<10> vaddr9;
  bits<10> vaddr10;
  bits<10> vaddr11;
  bits<10> vaddr12;
  let Inst{39-32} = vaddr0{7-0};
  let Inst{71-64} = vaddr1{7-0};
  let Inst{79-72} = vaddr2{7-0};
  let Inst{87-80} = vaddr3{7-0};
  let Inst{95-88} = vaddr4{7-0};
  let Inst{103-96} = !if(!ge(dwords, 2), vaddr5{7-0}, ?);
  let Inst{111-104} = !if(!ge(dwords, 2), vaddr6{7-0}, ?);
  let Inst{119-112} = !if(!ge(dwords, 2), vaddr7{7-0}, ?);
  let Inst{127-120} = !if(!ge(dwords, 2), vaddr8{7-0}, ?);
  let Inst{135-128} = !if(!ge(dwords, 3), vaddr9{7-0}, ?);
  let Inst{143-136} = !if(!ge(dwords, 3), vaddr10{7-0}, ?);
  let Inst{151-144} = !if(!ge(dwords, 3), vaddr11{7-0}, ?);
  let Inst{159-152} = !if(!ge(dwords, 3), vaddr12{7-0}, ?);
}

multiclass Image<int op, string mnemonic, dag outs, dag data, int parts, bit sampler, bit d16> {
  defvar resource = !if(sampler, (ins ImageResource:$srsrc, ImageSampler:$ssamp), (ins ImageResource:$srsrc));
  defvar modifiers = !con((ins ImageDMask:$dmask, ImageDim:$dim, ImageUnorm:$unorm, CPol:$cpol, ImageR128:$r128,
                               ImageA16:$a16, ImageTFE:$tfe, ImageLWE:$lwe),
                          !if(d16, (ins ImageD16:$d16), (ins)));
  defvar rest = ", $srsrc"#!if(sampler, ", $ssamp", "")#"$dmask$dim$unorm$cpol$r128$a16$tfe$lwe"#!if(d16, "$d16", "");
  defvar has = !foreach(place, !range(6), !and(!srl(parts, place), 1));
  // Three coordinates where there is a sampler, six derivatives.
  defvar most = !if(sampler, !add(!and(parts, 3), 3, has[3], !mul(has[4], 6)), 4);
  let has_ssamp = sampler, has_d16 = d16, BaseName = NAME in {
  def "" : ImageInst<op, 0, outs, !con(data, !dag(ins, [!cast<RegisterOperand>("ImageAddress_"#parts)], ["vaddr"]),
                                       resource, modifiers),
                     mnemonic, "$vdata, $vaddr"#rest>;
  foreach dwords = !range(1, 4) in
  if !gt(most, !sub(!mul(dwords, 4), 3)) then {
    defvar count = !add(!mul(dwords, 4), 1);
    let AsmSeparator = !if(sampler, "  ", " ") in
    def _NSA#dwords : ImageNSAInst<op, dwords, outs,
        !con(data, !dag(ins, !listsplat(!cast<RegisterOperand>("ImageNSA_"#parts), count),
                        !foreach(i, !range(count), "vaddr"#i)),
             resource, modifiers),
        mnemonic, "$vdata, $nsa"#rest>;
  }
  }
}
multiclass ImageLoad<int op, string mnemonic, int parts, bit d16 = true> {
  let mayLoad = true in defm "" : Image<op, mnemonic, (outs ImageData:$vdata), (ins), !add(128, parts), false, d16>;
}
multiclass ImageStore<int op, string mnemonic, int parts, bit d16 = true> {
  let mayStore = true in defm "" : Image<op, mnemonic, (outs), (ins ImageData:$vdata), !add(128, parts), false, d16>;
}
multiclass ImageAtomic<int op, string mnemonic, RegisterOperand data> {
  let mayLoad = true, mayStore = true, Constraints = "$vdata = $vdata_in" in
  defm "" : Image<op, mnemonic, (outs data:$vdata), (ins data:$vdata_in), 132, false, false>;
}
// `derives`: whether the level depends on differences between the pixels of a quad.
multiclass ImageSample<int op, string mnemonic, int parts, bit d16 = true, bit derives = false> {
  let mayLoad = true, WQM = derives in defm "" : Image<op, mnemonic, (outs ImageData:$vdata), (ins), parts, true, d16>;
}
multiclass ImageGather<int op, string mnemonic, int parts, bit derives> {
  let mayLoad = true, WQM = derives in defm "" : Image<op, mnemonic, (outs ImageGatherData:$vdata), (ins), parts, true, true>;
}

defm IMAGE_LOAD : ImageLoad<0x00, "image_load", 4>;
defm IMAGE_LOAD_MIP : ImageLoad<0x01, "image_load_mip", 12>;
defm IMAGE_LOAD_PCK : ImageLoad<0x02, "image_load_pck", 4, false>;
defm IMAGE_LOAD_PCK_SGN : ImageLoad<0x03, "image_load_pck_sgn", 4, false>;
defm IMAGE_LOAD_MIP_PCK : ImageLoad<0x04, "image_load_mip_pck", 12, false>;
defm IMAGE_LOAD_MIP_PCK_SGN : ImageLoad<0x05, "image_load_mip_pck_sgn", 12, false>;
defm IMAGE_STORE : ImageStore<0x08, "image_store", 4>;
defm IMAGE_STORE_MIP : ImageStore<0x09, "image_store_mip", 12>;
defm IMAGE_STORE_PCK : ImageStore<0x0a, "image_store_pck", 4, false>;
defm IMAGE_STORE_MIP_PCK : ImageStore<0x0b, "image_store_mip_pck", 12, false>;
defm IMAGE_GET_RESINFO : ImageLoad<0x0e, "image_get_resinfo", 8, false>;
let mayLoad = true in
defm IMAGE_MSAA_LOAD : Image<0x80, "image_msaa_load", (outs ImageData:$vdata), (ins), 132, false, true>;

defvar ImageAtomics = ["swap", "cmpswap", "add", "sub", "", "smin", "umin", "smax", "umax", "and", "or", "xor", "inc",
                       "dec", "fcmpswap", "fmin", "fmax"];
foreach i = !range(ImageAtomics) in {
  defvar name = ImageAtomics[i];
  if !not(!empty(name)) then
  defm IMAGE_ATOMIC_#!toupper(name)
    : ImageAtomic<!add(0x0f, i), "image_atomic_"#name,
                  !if(!ge(!find(name, "cmpswap"), 0), ImagePairData, ImageAtomicData)>;
}

// Samples and gathered texels: c compares with a reference, o adds an offset, d takes derivatives, cl bounds the level, l
// gives it, b adds to it, lz is level 0.
defvar SampleKinds = ["", "_cl", "_d", "_d_cl", "_l", "_b", "_b_cl", "_lz"];
defvar SampleParts = [4, 12, 20, 28, 12, 5, 13, 4];
defvar SampleDerives = [true, true, false, false, false, true, true, false];
foreach o = [0, 1] in foreach c = [0, 1] in foreach i = !range(SampleKinds) in {
  defvar parts = !add(SampleParts[i], c, o);
  defvar number = !add(!mul(o, 16), !mul(c, 8), i);
  defvar kind = SampleKinds[i];
  defvar name = !if(c, "_c", "")#kind#!if(o, "_o", "");
  defm IMAGE_SAMPLE#!toupper(name) : ImageSample<!add(0x20, number), "image_sample"#name, parts, true, SampleDerives[i]>;
  if !ge(parts, 16) then
    defm IMAGE_SAMPLE#!toupper(name)#_G16
      : ImageSample<!add(0xa0, number), "image_sample"#name#"_g16", !add(parts, 32)>;
  else
    defm IMAGE_GATHER4#!toupper(name) : ImageGather<!add(0x40, number), "image_gather4"#name, parts, SampleDerives[i]>;
}
// With coarse derivatives.
foreach o = [0, 1] in foreach c = [0, 1] in foreach cl = [0, 1] in {
  defvar parts = !add(20, !mul(cl, 8), c, o);
  defvar number = !add(!mul(o, 4), !mul(c, 2), cl);
  defvar name = !if(c, "_c", "")#"_cd"#!if(cl, "_cl", "")#!if(o, "_o", "");
  defm IMAGE_SAMPLE#!toupper(name) : ImageSample<!add(0x68, number), "image_sample"#name, parts>;
  defm IMAGE_SAMPLE#!toupper(name)#_G16
    : ImageSample<!add(0xe8, number), "image_sample"#name#"_g16", !add(parts, 32)>;
}
defm IMAGE_GET_LOD : ImageSample<0x60, "image_get_lod", 4, false, true>;
defm IMAGE_GATHER4H : ImageGather<0x61, "image_gather4h", 4, true>;

// Intersections of rays with a node of a hierarchy of boxes.
multiclass ImageRay<int op, string mnemonic, int parts> {
  let mayLoad = true, dmask = 0xf, dim = 0, unorm = 1, cpol = 0, r128 = 1, tfe = 0, lwe = 0, BaseName = NAME in {
  def "" : ImageInst<op, 0, (outs ImageDataOfFour:$vdata),
                     !con(!dag(ins, [!cast<RegisterOperand>("ImageAddress_"#parts)], ["vaddr"]),
                          (ins RayResource:$srsrc, ImageA16:$a16)),
                     mnemonic, "$vdata, $vaddr, $srsrc$a16">;
  foreach dwords = [2, 3] in {
    defvar count = !add(!mul(dwords, 4), 1);
    def _NSA#dwords : ImageNSAInst<op, dwords, (outs ImageDataOfFour:$vdata),
        !con(!dag(ins, !listsplat(!cast<RegisterOperand>("ImageNSA_"#parts), count),
                  !foreach(i, !range(count), "vaddr"#i)),
             (ins RayResource:$srsrc, ImageA16:$a16)),
        mnemonic, "$vdata, $nsa, $srsrc$a16">;
  }
  }
}
defm IMAGE_BVH_INTERSECT_RAY : ImageRay<0xe6, "image_bvh_intersect_ray", 64>;
defm IMAGE_BVH64_INTERSECT_RAY : ImageRay<0xe7, "image_bvh64_intersect_ray", 65>;

// What code generation uses: registers of the sizes that mask and dimension say, in the names the words of the data and of
// the address.
def ImageWords_1 : RegisterOperand<VGPR_32>;
foreach words = [2, 3, 4] in
  def ImageWords_#words : RegisterOperand<!cast<RegisterClass>("VReg_"#!mul(words, 32)#"_Align2")>;

multiclass ImageOfSizes<int op, string mnemonic, bit load, bit sampler> {
  defvar resource = !if(sampler, (ins ImageResource:$srsrc, ImageSampler:$ssamp), (ins ImageResource:$srsrc));
  defvar modifiers = (ins ImageDMask:$dmask, ImageDim:$dim, ImageUnorm:$unorm, CPol:$cpol, ImageR128:$r128, ImageA16:$a16,
                          ImageTFE:$tfe, ImageLWE:$lwe, ImageD16:$d16);
  defvar text = "$vdata, $vaddr, $srsrc"#!if(sampler, ", $ssamp", "")
                #"$dmask$dim$unorm$cpol$r128$a16$tfe$lwe$d16";
  let isNoDecode = true, isCodeGenOnly = true, has_ssamp = sampler, has_d16 = true in
  foreach data = [1, 2, 3, 4] in
  foreach address = [1, 2, 3] in {
    defvar vdata = !cast<RegisterOperand>("ImageWords_"#data);
    defvar vaddr = !cast<RegisterOperand>("ImageWords_"#address);
    let mayLoad = load, mayStore = !not(load), BaseName = NAME#"_V"#data#"_V"#address in
    def _V#data#_V#address
      : ImageInst<op, 0, !if(load, (outs vdata:$vdata), (outs)),
                  !con(!if(load, (ins), (ins vdata:$vdata)), (ins vaddr:$vaddr), resource, modifiers), mnemonic, text>;
  }
}
defm IMAGE_LOAD : ImageOfSizes<0x00, "image_load", true, false>;
defm IMAGE_STORE : ImageOfSizes<0x08, "image_store", false, false>;
defm IMAGE_SAMPLE_LZ : ImageOfSizes<0x27, "image_sample_lz", true, true>;
