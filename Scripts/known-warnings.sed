# Scripts/known-warnings.sed: removes the linker's warnings about the toolchain that no change of ours can avoid.

# Swift's Foundation calls mktemp(3) for the name only, and opens the file with O_EXCL. Its static library is part of
# every program, so the linker warns about each of them. A call of mktemp(3) in another object is still reported.
/^\/.*\/libFoundationEssentials\.a(Data+Writing\.swift\.o):.*: warning: the use of `mktemp' is dangerous, better use `mkstemp' or `mkdtemp'$/d
