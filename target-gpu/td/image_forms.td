// Image instructions between selection and emission: any of them, by the sizes of its registers. The instruction itself is in
// `$base`, the number of its opcode, and above 16 bits how many words of its address count; `emit/images.rs` writes it with
// the same operands. Where an address is a list of registers, these follow each other.

def ImageBase : NamedIntOperand<"base">;
foreach words = [5, 6, 7, 8, 16] in
  def ImageWords_#words : RegisterOperand<!cast<RegisterClass>("VReg_"#!mul(words, 32)#"_Align2")>;

class ImageForm<dag outs, dag data, int address, bit sampler>
  : ImageInst<0, 1, outs,
              !con(data, !dag(ins, [!cast<RegisterOperand>("ImageWords_"#address)], ["vaddr"]),
                   !if(sampler, (ins ImageResource:$srsrc, ImageSampler:$ssamp), (ins ImageResource:$srsrc)),
                   (ins ImageBase:$base, ImageDMask:$dmask, ImageDim:$dim, ImageUnorm:$unorm, CPol:$cpol, ImageR128:$r128,
                        ImageA16:$a16, ImageTFE:$tfe, ImageLWE:$lwe, ImageD16:$d16)),
              "image_form", ""> {
  let isNoDecode = true;
  let isCodeGenOnly = true;
  let has_ssamp = sampler;
  let has_d16 = true;
}
multiclass ImageLoadForms<int address, bit sampler> {
  foreach data = [1, 2, 3, 4, 5] in {
    defvar vdata = !cast<RegisterOperand>("ImageWords_"#data);
    defvar sizes = "_V"#data#"_V"#address;
    let mayLoad = true in {
    let BaseName = NAME#sizes in def sizes : ImageForm<(outs vdata:$vdata), (ins), address, sampler>;
    // With a word that says whether a page was missing: what was not loaded keeps its value.
    let BaseName = NAME#"_STATUS"#sizes, Constraints = "$vdata = $vdata_in" in
    def _STATUS#sizes : ImageForm<(outs vdata:$vdata), (ins vdata:$vdata_in), address, sampler>;
    }
  }
}
foreach address = [1, 2, 3, 4] in {
  defm IMAGE_FORM_LOAD : ImageLoadForms<address, false>;
  foreach data = [1, 2, 3, 4] in {
    defvar vdata = !cast<RegisterOperand>("ImageWords_"#data);
    let mayStore = true in {
    def IMAGE_FORM_STORE_V#data#_V#address : ImageForm<(outs), (ins vdata:$vdata), address, false>;
    if !not(!eq(data, 3)) then
    let mayLoad = true, Constraints = "$vdata = $vdata_in" in
    def IMAGE_FORM_ATOMIC_V#data#_V#address : ImageForm<(outs vdata:$vdata), (ins vdata:$vdata_in), address, false>;
    }
  }
}
foreach address = [1, 2, 3, 4, 5, 6, 7, 8, 16] in
  defm IMAGE_FORM_SAMPLE : ImageLoadForms<address, true>;
