"""Write data/lower_case.tsv: small letters of capital ones, as ranges.

    tools/measure/lower_case.py > data/lower_case.tsv

Taken from the Unicode tables that come with Python. ASCII and the one letter
whose small form is two characters (U+0130) are left to the code.
"""
import unicodedata


def ranges():
    found = []
    for code in range(0x80, 0x110000):
        small = chr(code).lower()
        if len(small) != 1 or ord(small) == code:
            continue
        shift = ord(small) - code
        last = found[-1] if found else None
        if last and last[3] == shift and code - last[1] == last[2]:
            last[1] = code
        elif last and last[3] == shift and last[0] == last[1] and code - last[1] == 2:
            last[1], last[2] = code, 2
        else:
            found.append([code, code, 1, shift])
    return found


def main():
    print("# Small letters of capital ones (tools/measure/lower_case.py): every"
          f"\n# step-th character of a range moves by shift. Unicode {unicodedata.unidata_version}."
          "\n# first\tlast\tstep\tshift")
    for first, last, step, shift in ranges():
        print(f"{first:04X}\t{last:04X}\t{step}\t{shift}")


if __name__ == "__main__":
    main()
