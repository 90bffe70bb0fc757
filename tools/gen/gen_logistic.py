"""Generate src/tables/logistic.{h,c}: probabilities by the logarithm of odds.

    pith__logistic[i] = 65535 / (1 + exp(-(i + 0.5 - COUNT / 2) / STEPS)), rounded

A table, so that every machine comes to the same.
"""
import math
import pathlib

import table_header as table

STEPS = 64   # a unit of the logarithm
COUNT = 1536 # -12 to 12


def main():
    script = pathlib.Path(__file__).resolve()
    values = [round(65535 / (1 + math.exp(-(i + 0.5 - COUNT / 2) / STEPS)))
              for i in range(COUNT)]
    rows = ["  " + ", ".join(map(str, values[i:i + 12])) + ","
            for i in range(0, COUNT, 12)]
    header = ["#ifndef PITH_TABLES_LOGISTIC_H", "#define PITH_TABLES_LOGISTIC_H",
              "", "#include <stdint.h>", "",
              "/* Entries for one in the logarithm of the odds, and entries; the middle",
              " * one is at 0. */",
              f"#define PITH_LOGISTIC_STEPS {STEPS}",
              f"#define PITH_LOGISTIC_COUNT {COUNT}", "",
              "/* Probabilities, 65535 being certain. */",
              "extern const uint16_t pith__logistic[PITH_LOGISTIC_COUNT];", "",
              "#endif", ""]
    source = ['#include "tables/logistic.h"', "",
              "const uint16_t pith__logistic[PITH_LOGISTIC_COUNT] = {"]
    source += rows + ["};", ""]
    table.write("logistic.h", __file__, [script], "\n".join(header))
    table.write("logistic.c", __file__, [script], "\n".join(source))


if __name__ == "__main__":
    main()
