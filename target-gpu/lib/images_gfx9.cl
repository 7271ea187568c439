/* Fields of the descriptors of GFX9: word 0 and bits 7:0 of word 1 are bits 47:8 of the address; data format in
   bits 25:20 and number format in bits 29:26 of word 1; width - 1 and height - 1 in bits 13:0 and 27:14 of word 2;
   selection of channels in bits 11:0 of word 3; last slice in bits 12:0 and pitch - 1 in bits 28:13 of word 4. Of
   a buffer: address in word 0 and bits 15:0 of word 1; number format in bits 14:12 and data format in bits 18:15
   of word 3. */

static ulong __image_base(constant uint *image) { return (ulong)(image[1] & 0xff) << 40 | (ulong)image[0] << 8; }
static uint __image_rows(constant uint *image) { return (image[2] >> 14 & 0x3fff) + 1; }
static uint __image_slices(constant uint *image) { return (image[4] & 0x1fff) + 1; }
static uint __image_pitch(constant uint *image) { return (image[4] >> 13 & 0xffff) + 1; }
static uint __image_format(constant uint *image) { return image[1] >> 20 & 0x3ff; }
static ulong __buffer_base(constant uint *image) { return (ulong)(image[1] & 0xffff) << 32 | image[0]; }
static uint __buffer_format(constant uint *image) { return (image[3] >> 15 & 15) | (image[3] >> 12 & 7) << 6; }
