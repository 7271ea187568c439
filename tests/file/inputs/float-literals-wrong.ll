@wide = global half f0x12345
