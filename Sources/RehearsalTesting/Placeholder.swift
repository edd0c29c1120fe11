// The thin form of this module: see the files beside it.

