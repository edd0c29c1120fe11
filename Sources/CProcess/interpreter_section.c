// Where the interpreter's loop begins in memory: at the start of a cache line.
//
// Each instruction passes the loop's one short jump sequence. Where that lies across two cache
// lines, calls take a third longer and counting loops two thirds, and without this file whatever
// else is compiled decides whether it does. The loop stands in a section of its own; what is
// defined here comes first in it, is as large as a line and asks for its alignment.

#if defined(__ELF__)
__attribute__((section("interpreter"), aligned(64), used, retain, naked))
void rehearsal_interpreter_section(void) {
  __asm__(".skip 64, 0xCC");
}
#endif
