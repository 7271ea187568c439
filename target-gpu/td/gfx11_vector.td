// Numbers of vector instructions on RDNA 3. `gfx11.td` has the forms of encodings.
