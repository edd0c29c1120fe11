// Nothing to call: the target only says where the interpreter's loop begins, see section.c.
