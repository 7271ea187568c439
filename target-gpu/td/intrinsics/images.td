// Images. Coordinates are of one type, derivatives of one; the resource is a vector of eight words, the sampler one of four.

defvar ImageDims = ["1d", "2d", "3d", "cube", "1darray", "2darray", "2dmsaa", "2darraymsaa"];
defvar ImageCoordinates = [["s"], ["s", "t"], ["s", "t", "r"], ["s", "t", "face"], ["s", "slice"], ["s", "t", "slice"],
                           ["s", "t", "fragid"], ["s", "t", "slice", "fragid"]];
defvar ImageDerivatives = [["s"], ["s", "t"], ["s", "t", "r"], ["s", "t"], ["s"], ["s", "t"]];
// Those that can be sampled, and that have levels.
defvar NumSampledDims = 6;

// Types of so many arguments, the first of which is overloaded type number `slot`.
class SameTypes<LLVMType first, int slot, int count> {
  list<LLVMType> Types = !if(!eq(count, 0), []<LLVMType>,
                             !listconcat([first], !listsplat(LLVMMatchType<slot>, !sub(count, 1))));
}

// `data`: what is stored; `mask`: of channels; `address`: everything up to the resource.
class ImageIntrinsic<list<LLVMType> results, list<LLVMType> data, list<string> data_names, bit mask,
                     list<LLVMType> address, list<string> address_names, bit sampler, list<IntrinsicProperty> properties>
    : Intrinsic<results> {
  defvar resources = !if(sampler, [llvm_any_ty, llvm_any_ty, llvm_i1_ty], [llvm_any_ty]);
  defvar names = !listconcat(data_names, !if(mask, ["dmask"], []<string>), address_names,
                             !if(sampler, ["rsrc", "samp", "unorm"], ["rsrc"]), ["texfailctrl", "cachepolicy"]);
  defvar last = !sub(!size(names), 1);
  let ParamTypes = !listconcat(data, !if(mask, [llvm_i32_ty], []<LLVMType>), address, resources,
                               [llvm_i32_ty, llvm_i32_ty]);
  let Properties = !listconcat(properties, [ImmArg<ArgIndex<!sub(last, 1)>>, ImmArg<ArgIndex<last>>],
                               !if(mask, [ImmArg<ArgIndex<!size(data)>>], []<IntrinsicProperty>),
                               !if(sampler, [ImmArg<ArgIndex<!sub(last, 2)>>], []<IntrinsicProperty>),
                               [ArgNames<names>, ArgFormat<ArgIndex<last>, CachePolicyFormat>]);
  let DefaultProperties = [IntrWillReturn, IntrNoSync, IntrNoFree, IntrNoCallback];
}

foreach i = !range(ImageDims) in {
  defvar dim = ImageDims[i];
  defvar coordinates = ImageCoordinates[i];
  foreach level = !if(!lt(i, NumSampledDims), [0, 1], [0]) in {
    defvar suffix = !if(level, "mip_", "")#dim;
    defvar names = !listconcat(coordinates, !if(level, ["mip"], []<string>));
    defvar types = SameTypes<llvm_anyint_ty, 1, !size(names)>.Types;
    def int_amdgcn_image_load_#suffix
      : ImageIntrinsic<[llvm_any_ty], [], [], true, types, names, false, [IntrReadMem]>;
    def int_amdgcn_image_store_#suffix
      : ImageIntrinsic<[llvm_void_ty], [llvm_any_ty], ["vdata"], true, types, names, false, [IntrWriteMem]>;
  }
  def int_amdgcn_image_getresinfo_#dim
    : ImageIntrinsic<[llvm_anyfloat_ty], [], [], true, [llvm_anyint_ty], ["mip"], false, [IntrNoMem]>;
  defvar types = SameTypes<llvm_anyint_ty, 1, !size(coordinates)>.Types;
  def int_amdgcn_image_atomic_swap_#dim
    : ImageIntrinsic<[llvm_any_ty], [LLVMMatchType<0>], ["vdata"], false, types, coordinates, false,
                     [IntrSourceOfDivergence]>;
  foreach op = ["add", "sub", "smin", "umin", "smax", "umax", "and", "or", "xor", "inc", "dec"] in
  def int_amdgcn_image_atomic_#op#_#dim
    : ImageIntrinsic<[llvm_anyint_ty], [LLVMMatchType<0>], ["vdata"], false, types, coordinates, false,
                     [IntrSourceOfDivergence]>;
  foreach op = ["fmin", "fmax", "add_flt", "min_flt", "max_flt", "pk_add_f16", "pk_add_bf16"] in
  def int_amdgcn_image_atomic_#op#_#dim
    : ImageIntrinsic<[llvm_anyfloat_ty], [LLVMMatchType<0>], ["vdata"], false, types, coordinates, false,
                     [IntrSourceOfDivergence]>;
  def int_amdgcn_image_atomic_cmpswap_#dim
    : ImageIntrinsic<[llvm_anyint_ty], [LLVMMatchType<0>, LLVMMatchType<0>], ["src", "cmp"], false, types, coordinates,
                     false, [IntrSourceOfDivergence]>;
  if !not(!lt(i, NumSampledDims)) then
  foreach kind = ["", "x_"] in
  def int_amdgcn_image_msaa_load_#kind#dim
    : ImageIntrinsic<[llvm_any_ty], [], [], true, types, coordinates, false, [IntrReadMem]>;
}

// The address of a sample: an offset (o), a bias (b), a reference to compare with (c), derivatives, coordinates, and a
// level or its bound. `slot` is the number of the first overloaded type.
class SampleAddress<bit o, bit b, bit c, list<string> derivatives, list<string> coordinates, string level> {
  defvar slot = !add(1, b);
  defvar place = !add(slot, !not(!empty(derivatives)));
  defvar ends = !listconcat(!foreach(name, derivatives, "d"#name#"dh"), !foreach(name, derivatives, "d"#name#"dv"));
  defvar places = !listconcat(coordinates, !if(!empty(level), []<string>, [level]));
  list<LLVMType> Types = !listconcat(!if(o, [llvm_i32_ty], []<LLVMType>), !if(b, [llvm_anyfloat_ty], []<LLVMType>),
                                     !if(c, [llvm_float_ty], []<LLVMType>),
                                     SameTypes<llvm_anyfloat_ty, slot, !size(ends)>.Types,
                                     SameTypes<llvm_anyfloat_ty, place, !size(places)>.Types);
  list<string> Names = !listconcat(!if(o, ["offset"], []<string>), !if(b, ["bias"], []<string>),
                                   !if(c, ["zcompare"], []<string>), ends, places);
}

// Without derivatives, a level or level 0, the level follows from the neighbouring lanes.
foreach c = [0, 1] in foreach o = [0, 1] in foreach kind = ["", "_cl", "_d", "_d_cl", "_cd", "_cd_cl", "_l", "_b", "_b_cl", "_lz"] in {
  defvar has_derivatives = !ge(!find(kind, "d"), 0);
  defvar level = !if(!ge(!find(kind, "_cl"), 0), "clamp", !if(!eq(kind, "_l"), "lod", ""));
  defvar name = !if(c, "_c", "")#kind#!if(o, "_o", "");
  defvar is_explicit = !or(has_derivatives, !eq(kind, "_l"), !eq(kind, "_lz"));
  defvar properties = !listconcat([IntrReadMem], !if(is_explicit, []<IntrinsicProperty>, [IntrConvergent]));
  foreach i = !range(NumSampledDims) in {
    defvar dim = ImageDims[i];
    defvar address = SampleAddress<o, !ge(!find(kind, "_b"), 0), c, !if(has_derivatives, ImageDerivatives[i], []<string>),
                                   ImageCoordinates[i], level>;
    def int_amdgcn_image_sample#name#_#dim
      : ImageIntrinsic<[llvm_any_ty], [], [], true, address.Types, address.Names, true, properties>;
    if !and(!not(has_derivatives), !or(!eq(dim, "2d"), !eq(dim, "cube"), !eq(dim, "2darray"))) then
    def int_amdgcn_image_gather4#name#_#dim
      : ImageIntrinsic<[llvm_any_ty], [], [], true, address.Types, address.Names, true, properties>;
  }
}
foreach i = !range(NumSampledDims) in {
  defvar dim = ImageDims[i];
  def int_amdgcn_image_getlod_#dim
    : ImageIntrinsic<[llvm_any_ty], [], [], true, SameTypes<llvm_anyfloat_ty, 1, !size(ImageCoordinates[i])>.Types,
                     ImageCoordinates[i], true, [IntrNoMem, IntrConvergent]>;
}
