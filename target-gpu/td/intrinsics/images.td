// Images. Coordinates are of one type; the resource is a vector of eight words, the sampler one of four.

defvar ImageDims = ["1d", "2d", "3d", "1darray", "2darray"];
defvar ImageCoordinates = [["s"], ["s", "t"], ["s", "t", "r"], ["s", "slice"], ["s", "t", "slice"]];

// `data`: what is stored, before the mask of channels; `slot`: the overloaded type of the coordinates.
class ImageIntrinsic<list<LLVMType> results, list<LLVMType> data, LLVMType coordinate, int slot, list<string> coordinates,
                     bit sampler, list<IntrinsicProperty> properties>
    : Intrinsic<results> {
  defvar rest = !listsplat(LLVMMatchType<slot>, !sub(!size(coordinates), 1));
  defvar resources = !if(sampler, [llvm_any_ty, llvm_any_ty, llvm_i1_ty], [llvm_any_ty]);
  defvar names = !listconcat(!if(!empty(data), []<string>, ["vdata"]), ["dmask"], coordinates,
                             !if(sampler, ["rsrc", "samp", "unorm"], ["rsrc"]), ["texfailctrl", "cachepolicy"]);
  defvar last = !sub(!size(names), 1);
  let ParamTypes = !listconcat(data, [llvm_i32_ty, coordinate], rest, resources, [llvm_i32_ty, llvm_i32_ty]);
  let Properties = !listconcat(properties,
                               [ImmArg<ArgIndex<!size(data)>>, ImmArg<ArgIndex<!sub(last, 1)>>, ImmArg<ArgIndex<last>>],
                               !if(sampler, [ImmArg<ArgIndex<!sub(last, 2)>>], []<IntrinsicProperty>),
                               [ArgNames<names>, ArgFormat<ArgIndex<last>, CachePolicyFormat>]);
  let DefaultProperties = [IntrWillReturn, IntrNoSync, IntrNoFree, IntrNoCallback];
}

foreach i = !range(ImageDims) in {
  defvar dim = ImageDims[i];
  defvar coordinates = ImageCoordinates[i];
  def int_amdgcn_image_load_#dim
    : ImageIntrinsic<[llvm_any_ty], [], llvm_anyint_ty, 1, coordinates, false, [IntrReadMem]>;
  def int_amdgcn_image_store_#dim
    : ImageIntrinsic<[llvm_void_ty], [llvm_any_ty], llvm_anyint_ty, 1, coordinates, false, [IntrWriteMem]>;
  def int_amdgcn_image_sample_lz_#dim
    : ImageIntrinsic<[llvm_any_ty], [], llvm_anyfloat_ty, 1, coordinates, true, [IntrReadMem]>;
}
