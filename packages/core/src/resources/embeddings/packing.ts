// Encodes a vector: signed bytes or bits, then base64. Pure arithmetic, for engines.
// Source: §2.7, §4.6; bit order and rounding are Assumed: ours.
import { alphabet, bytesOf } from "./base64.ts"
import { charactersPerCall } from "./limits.ts"
import type { EncodingFormat } from "./schema.ts"

const codes = Uint8Array.from(alphabet, (character) => character.charCodeAt(0))
const padding = "=".charCodeAt(0)

/** Base64 in the standard alphabet, padded. */
export const toBase64 = (bytes: Uint8Array): string => {
  const length = Math.ceil(bytes.length / 3) * 4
  const text = new Uint8Array(length)
  for (let from = 0, to = 0; to < length; from += 3, to += 4) {
    const bits = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0)
    text[to] = codes[bits >> 18] ?? 0
    text[to + 1] = codes[(bits >> 12) & 63] ?? 0
    text[to + 2] = codes[(bits >> 6) & 63] ?? 0
    text[to + 3] = codes[bits & 63] ?? 0
  }
  text.fill(padding, length - ((3 - (bytes.length % 3)) % 3))
  let joined = ""
  for (let start = 0; start < length; start += charactersPerCall)
    joined += Reflect.apply(String.fromCharCode, undefined, text.subarray(start, start + charactersPerCall))
  return joined
}

// Assumed: docs for the formats; ours for bits and scale.
/**
 * The first `dimensions` components as bytes. Signed bytes: 127 times the component, rounded and clamped to -127 to
 * 127. Bits: 1 above 0; component `d` is bit `7 - d % 8` of byte `d >> 3`, and unused bits of the last byte are 0.
 */
export const pack = (vector: ArrayLike<number>, dimensions: number, format: EncodingFormat): Uint8Array => {
  const bytes = new Uint8Array(bytesOf(dimensions, format))
  if (format === "base64_int8") {
    for (let d = 0; d < dimensions; d++) {
      const value = vector[d] ?? 0
      bytes[d] = Math.floor(127 * (value > 1 ? 1 : value < -1 ? -1 : value) + 0.5)
    }
  } else {
    for (let d = 0; d < dimensions; d++) {
      if ((vector[d] ?? 0) > 0) bytes[d >> 3] = (bytes[d >> 3] ?? 0) | (128 >> (d & 7))
    }
  }
  return bytes
}
