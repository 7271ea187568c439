/* Fields of the descriptors of GFX10: word 0 and bits 7:0 of word 1 are bits 47:8 of the address; format in bits 28:20 of
   word 1; height - 1 in bits 27:14 of word 2; selection of channels in bits 11:0 and type in bits 31:28 of word 3; in bits
   13:0 of word 4 pitch - 1 of images of one or two dimensions (types 8 and 9), and the last slice of others. A pitch that is
   0 there, and that of others, is the width rounded up to 256 bytes. Of a buffer: address in word 0 and bits 15:0 of word 1;
   format in bits 18:12 of word 3. */

/* Data format and number format of GFX9 by format. */

static constant ushort __unified_formats[78] = {
    0, 1, 65, 129, 193, 257, 321, 2, 66, 130, 194, 258, 322, 450, 3, 67, 131, 195, 259, 323, 260, 324, 452, 5, 69,
    133, 197, 261, 325, 453, 6, 70, 134, 198, 262, 326, 454, 7, 71, 135, 199, 263, 327, 455, 8, 72, 136, 200, 264,
    328, 9, 73, 137, 201, 265, 329, 10, 74, 138, 202, 266, 330, 267, 331, 459, 12, 76, 140, 204, 268, 332, 460,
    269, 333, 461, 270, 334, 462
};

static uint __separate_format(uint format)
{
    /* 8_8_8_8_SRGB, 5_6_5_UNORM and 1_5_5_5_UNORM are far behind the others. */
    if (format >= 128)
        return format == 130 ? 10 | 9 << 6 : format == 133 ? 16 : 17;
    return __unified_formats[format];
}

static bool __has_pitch(constant uint *image) { return (image[3] >> 28 & 14) == 8; }
static ulong __image_base(constant uint *image) { return (ulong)(image[1] & 0xff) << 40 | (ulong)image[0] << 8; }
static uint __image_rows(constant uint *image) { return (image[2] >> 14 & 0x3fff) + 1; }
static uint __image_slices(constant uint *image) { return __has_pitch(image) ? 1 : (image[4] & 0x3fff) + 1; }
static uint __image_format(constant uint *image) { return __separate_format(image[1] >> 20 & 0x1ff); }

static uint __image_pitch(constant uint *image)
{
    uint shift = __texel_shift(__image_format(image));
    uint usual = ((image[10] << shift) + 255 & ~255u) >> shift;
    uint pitch = image[4] & 0x3fff;
    return __has_pitch(image) && pitch != 0 ? pitch + 1 : usual;
}

static ulong __buffer_base(constant uint *image) { return (ulong)(image[1] & 0xffff) << 32 | image[0]; }
static uint __buffer_format(constant uint *image) { return __separate_format(image[3] >> 12 & 0x7f); }
