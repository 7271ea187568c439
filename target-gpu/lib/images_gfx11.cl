/* Fields of the descriptors of GFX11 and GFX12 that instructions do not use for the program: height - 1 in bits 29:14
   of word 2, of which GFX11 sets no more than 27:14, the last slice in bits 13:0 of word 4. Of a buffer: address in
   word 0 and bits 15:0 of word 1; format in bits 17:12 of word 3. */

/* Data format and number format of GFX9 by format. */

static constant ushort __unified_formats[64] = {
    0, 1, 65, 129, 193, 257, 321, 2, 66, 130, 194, 258, 322, 450, 3, 67, 131, 195, 259, 323, 260, 324, 452, 5, 69,
    133, 197, 261, 325, 453, 454, 455, 8, 72, 264, 328, 9, 73, 137, 201, 265, 329, 10, 74, 138, 202, 266, 330, 267,
    331, 459, 12, 76, 140, 204, 268, 332, 460, 269, 333, 461, 270, 334, 462
};

static uint __image_rows(constant uint *image) { return (image[2] >> 14 & 0xffff) + 1; }
static uint __image_slices(constant uint *image) { return (image[4] & 0x3fff) + 1; }
static ulong __buffer_base(constant uint *image) { return (ulong)(image[1] & 0xffff) << 32 | image[0]; }
static uint __buffer_format(constant uint *image) { return __unified_formats[image[3] >> 12 & 0x3f]; }
