// Nothing to call: the target takes the place of the C library's allocation, see out_of_memory.c.
