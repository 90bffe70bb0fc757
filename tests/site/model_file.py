"""Site model files made wrong on purpose: docs/formats/site-model.md, with the
checksum put right so that only what was changed is wrong."""

MASK = (1 << 64) - 1
A, C, D = 0x6A09E667F3BCC909, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1
REVISION_AT, VERSION_AT, HEADER = 40, 8, 56


def fold(a, b):
    product = (a & MASK) * (b & MASK)
    return product & MASK ^ product >> 64


def step(state, low, high):
    return fold(low ^ A, high ^ state) + ((state << 27 | state >> 37) & MASK) & MASK


def hash64(data, seed):
    """As src/base/hash64.c; for the lengths that files have, 16 bytes and more."""
    state, left = fold(seed ^ C, D), len(data)
    whole = max(0, (left - 1) // 16) * 16
    for at in range(0, whole, 16):
        state = step(state, *(int.from_bytes(data[at + n:at + n + 8], "little") for n in (0, 8)))
    tail = data[whole:]
    if len(tail) >= 8:
        low, high = int.from_bytes(tail[:8], "little"), int.from_bytes(tail[-8:], "little")
    elif len(tail) >= 4:
        low, high = int.from_bytes(tail[:4], "little") | int.from_bytes(tail[-4:], "little") << 32, 0
    else:
        low, high = (tail[0] | tail[len(tail) // 2] << 8 | tail[-1] << 16 if tail else 0), 0
    return fold(step(state, low, high) ^ A, left + D)


def seal(data):
    """The file with the right length and checksum."""
    data = bytearray(data)
    data[16:24] = len(data).to_bytes(8, "little")
    data[24:32] = hash64(data[32:], hash64(data[:24], 0x6368656B)).to_bytes(8, "little")
    return bytes(data)


def other_revisions(model):
    """The file as a library with another layout, and with other tokens, makes it."""
    for at in (VERSION_AT, REVISION_AT):
        wrong = bytearray(model)
        wrong[at] ^= 0x55
        yield seal(wrong)
