// Record what another implementation of the WHATWG Encoding standard makes of
// many byte sequences, as one digest for each encoding. test_step.c compares.
//
//   npm install @exodus/bytes && node record_digests.mjs > decoder_digests.inc
//
// Inputs: every single byte; for multi-byte encodings every pair of bytes, and
// 20,000 random sequences of 3 to 10 bytes that like the borders of byte
// ranges. Sequences that begin with a byte order mark are left out. Digest:
// FNV-1a over the UTF-8 of each output followed by 0xFF.
import { TextDecoder } from '@exodus/bytes/encoding.js'

const MULTI = ['utf-8', 'gbk', 'gb18030', 'big5', 'euc-jp', 'iso-2022-jp',
  'shift_jis', 'euc-kr', 'utf-16be', 'utf-16le']
const SINGLE = ['ibm866', 'iso-8859-2', 'iso-8859-3', 'iso-8859-4',
  'iso-8859-5', 'iso-8859-6', 'iso-8859-7', 'iso-8859-8', 'iso-8859-8-i',
  'iso-8859-10', 'iso-8859-13', 'iso-8859-14', 'iso-8859-15', 'iso-8859-16',
  'koi8-r', 'koi8-u', 'macintosh', 'windows-874', 'windows-1250',
  'windows-1251', 'windows-1252', 'windows-1253', 'windows-1254',
  'windows-1255', 'windows-1256', 'windows-1257', 'windows-1258',
  'x-mac-cyrillic', 'x-user-defined']
const BORDER = [0x00, 0x0E, 0x1B, 0x21, 0x24, 0x28, 0x30, 0x39, 0x40, 0x42,
  0x49, 0x4A, 0x5C, 0x7E, 0x7F, 0x80, 0x81, 0x8E, 0x8F, 0x9F, 0xA0, 0xA1, 0xBF,
  0xC2, 0xD8, 0xDC, 0xDF, 0xE0, 0xED, 0xF0, 0xF4, 0xFC, 0xFE, 0xFF]

function * sequences (multi) {
  for (let a = 0; a < 256; a++) yield [a]
  if (!multi) return
  for (let a = 0; a < 256; a++) for (let b = 0; b < 256; b++) yield [a, b]
  let state = 1
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state >>> 8
  }
  for (let i = 0; i < 20000; i++) {
    const bytes = []
    const length = 3 + random() % 8
    while (bytes.length < length) {
      const pick = random()
      bytes.push(pick % 3 ? (pick >>> 2) & 0xFF
        : BORDER[(pick >>> 2) % BORDER.length])
    }
    yield bytes
  }
}

function hasMark (b) {
  return (b[0] === 0xFF && b[1] === 0xFE) || (b[0] === 0xFE && b[1] === 0xFF) ||
    (b[0] === 0xEF && b[1] === 0xBB && b[2] === 0xBF)
}

function digest (label, multi) {
  const decoder = new TextDecoder(label)
  let high = 0xcbf29ce4 >>> 0
  let low = 0x84222325 >>> 0
  const add = byte => { // 64-bit FNV-1a in two halves; the prime is 2^40 + 0x1B3
    low = (low ^ byte) >>> 0
    const product = low * 0x1B3
    const carry = Math.floor(product / 0x100000000)
    high = (Math.imul(high, 0x1B3) + carry + (low << 8)) >>> 0
    low = product >>> 0
  }
  let count = 0
  for (const bytes of sequences(multi)) {
    if (hasMark(bytes)) continue
    const text = decoder.decode(Uint8Array.from(bytes))
    for (const byte of Buffer.from(text, 'utf8')) add(byte)
    add(0xFF)
    count++
  }
  const hex = n => n.toString(16).padStart(8, '0')
  return `{"${label}", ${multi}, ${count}, 0x${hex(high)}${hex(low)}u},`
}

console.log('/* Recorded by record_digests.mjs - do not edit. */')
for (const label of MULTI) console.log(digest(label, true))
for (const label of SINGLE) console.log(digest(label, false))
