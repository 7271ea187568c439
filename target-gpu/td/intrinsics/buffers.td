// Memory through buffer resources: by a byte offset (raw) or also an index of structures (struct), with a resource that is a
// vector or a pointer (ptr).

// `data` comes before the resource; an index, two offsets, and the immediates in `tail` after it.
class BufferIntrinsic<bit structured, bit pointer, list<LLVMType> results, list<LLVMType> data, list<string> data_names,
                      list<string> tail, list<IntrinsicProperty> properties>
    : Intrinsic<results> {
  defvar offsets = !if(structured, ["vindex", "voffset", "soffset"], ["voffset", "soffset"]);
  defvar names = !listconcat(data_names, ["rsrc"], offsets, tail);
  defvar last = !sub(!size(names), 1);
  let ParamTypes = !listconcat(data, [!if(pointer, buffer_rsrc_ty, llvm_v4i32_ty)],
                               !listsplat(llvm_i32_ty, !add(!size(offsets), !size(tail))));
  let Properties = !listconcat(properties, !foreach(i, !range(!size(tail)), ImmArg<ArgIndex<!sub(last, i)>>),
                               [ArgNames<names>, ArgFormat<ArgIndex<last>, CachePolicyFormat>]);
}
// What the resource points to is all that is accessed, if it is a pointer, which is argument `at`.
class BufferMemory<bit pointer, int at, list<IntrinsicProperty> access = []> {
  list<IntrinsicProperty> Properties
    = !if(pointer, !listconcat([IntrArgMemOnly], access, [NoCapture<ArgIndex<at>>]), []);
}

class BufferLoad<bit structured, bit pointer, list<string> tail, LLVMType result = llvm_any_ty>
    : BufferIntrinsic<structured, pointer, [result], [], [], tail,
                      !listconcat([IntrReadMem], BufferMemory<pointer, 0, [ReadOnly<ArgIndex<0>>]>.Properties)> {
  let DefaultProperties = [IntrWillReturn, IntrNoSync, IntrNoFree, IntrNoCallback];
}
class BufferStore<bit structured, bit pointer, list<string> tail, LLVMType data = llvm_any_ty>
    : BufferIntrinsic<structured, pointer, [llvm_void_ty], [data], ["vdata"], tail,
                      !listconcat([IntrWriteMem], BufferMemory<pointer, 1, [WriteOnly<ArgIndex<1>>]>.Properties)> {
  let DefaultProperties = [IntrWillReturn, IntrNoSync, IntrNoFree, IntrNoCallback];
}
// Returns the old value: each lane its own.
class BufferAtomic<bit structured, bit pointer, LLVMType ty, list<string> data = ["vdata"]>
    : BufferIntrinsic<structured, pointer, [ty], !listsplat(LLVMMatchType<0>, !size(data)), data, ["aux"],
                      !listconcat(BufferMemory<pointer, !size(data)>.Properties, [IntrSourceOfDivergence])> {
  let DefaultProperties = [IntrWillReturn, IntrNoCallback, IntrNoFree];
}
class BufferLoadToLDS<bit structured, bit pointer> : Intrinsic<[llvm_void_ty]> {
  defvar offsets = !if(structured, ["vindex", "voffset", "soffset"], ["voffset", "soffset"]);
  defvar names = !listconcat(["rsrc", "lds_base", "size"], offsets, ["imm_offset", "aux"]);
  defvar last = !sub(!size(names), 1);
  let ParamTypes = !listconcat([!if(pointer, buffer_rsrc_ty, llvm_v4i32_ty), local_ptr_ty],
                               !listsplat(llvm_i32_ty, !sub(!size(names), 2)));
  let Properties = !listconcat(
      !if(pointer, [IntrArgMemOnly, ReadOnly<ArgIndex<0>>, NoCapture<ArgIndex<0>>, WriteOnly<ArgIndex<1>>], []),
      [NoCapture<ArgIndex<1>>, ImmArg<ArgIndex<2>>, ImmArg<ArgIndex<!sub(last, 1)>>, ImmArg<ArgIndex<last>>,
       ArgNames<names>, ArgFormat<ArgIndex<last>, CachePolicyFormat>]);
  let DefaultProperties = [IntrWillReturn, IntrNoCallback, IntrNoFree];
}

foreach structured = [false, true] in
foreach pointer = [false, true] in {
  defvar kind = "int_amdgcn_"#!if(structured, "struct", "raw")#!if(pointer, "_ptr", "");
  def kind#_buffer_load : BufferLoad<structured, pointer, ["aux"]>;
  def kind#_buffer_load_format
    : BufferLoad<structured, pointer, ["aux"], !if(!and(pointer, !not(structured)), llvm_anyfloat_ty, llvm_any_ty)>;
  def kind#_tbuffer_load : BufferLoad<structured, pointer, ["format", "aux"]>;
  def kind#_buffer_store : BufferStore<structured, pointer, ["aux"]>;
  def kind#_buffer_store_format
    : BufferStore<structured, pointer, ["aux"], !if(structured, llvm_any_ty, llvm_anyfloat_ty)>;
  def kind#_tbuffer_store : BufferStore<structured, pointer, ["format", "aux"]>;
  def kind#_buffer_load_lds : BufferLoadToLDS<structured, pointer>;
  def kind#_buffer_load_async_lds : BufferLoadToLDS<structured, pointer>;
  def kind#_atomic_buffer_load : BufferAtomic<structured, pointer, llvm_any_ty, []>;
  def kind#_buffer_atomic_cmpswap : BufferAtomic<structured, pointer, llvm_anyint_ty, ["vdata", "cmp"]>;
  foreach op = ["add", "sub", "smin", "smax", "umin", "umax", "and", "or", "xor", "inc", "dec", "swap"] in
    def kind#_buffer_atomic_#op : BufferAtomic<structured, pointer, llvm_any_ty>;
  foreach op = ["cond_sub_u32", "sub_clamp_u32"] in
    def kind#_buffer_atomic_#op : BufferAtomic<structured, pointer, llvm_any_ty>;
  foreach op = ["fadd", "fmin", "fmax"] in
    def kind#_buffer_atomic_#op : BufferAtomic<structured, pointer, llvm_anyfloat_ty>;
}
