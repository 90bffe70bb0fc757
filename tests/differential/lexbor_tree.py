"""lexbor's trees (through selectolax) in the html5lib format.

Arguments: HELPER LIST, the library made from lexbor_tree.c and a list of
"PAGE<tab>TREE" lines. Runs in the environment that has selectolax.
"""
import ctypes
import pathlib
import sys
import tempfile

from selectolax import lexbor

# A page whose tree is known, to prove that the helper reads the structs right.
PROBE = (
    "<!DOCTYPE html><svg xlink:href=a></svg><template a=b><p>x</p>"
    "<template>z</template></template>y"
)
PROBE_TREE = """| <!DOCTYPE html>
| <html>
|   <head>
|   <body>
|     <svg svg>
|       xlink href="a"
|     <template>
|       a="b"
|       content
|         <p>
|           "x"
|         <template>
|           content
|             "z"
|     "y"
"""


def probe(helper):
    """Does the helper get the known tree right?"""
    with tempfile.TemporaryDirectory() as folder:
        page, tree, todo = (pathlib.Path(folder) / n for n in ("page", "tree", "list"))
        page.write_text(PROBE)
        todo.write_text(f"{page}\t{tree}\n")
        status = helper.lexbor_tree_batch(str(todo).encode())
        return status == 0 and tree.read_text() == PROBE_TREE


def main():
    helper_path, todo = sys.argv[1:]
    # RTLD_GLOBAL lets the helper find lexbor's functions in the module.
    ctypes.CDLL(lexbor.__file__, mode=ctypes.RTLD_GLOBAL)
    helper = ctypes.CDLL(helper_path)
    helper.lexbor_tree_batch.argtypes = [ctypes.c_char_p]
    if not probe(helper):
        sys.exit("lexbor_tree: this version of lexbor has another layout")
    sys.exit(helper.lexbor_tree_batch(todo.encode()))


if __name__ == "__main__":
    main()
