// Encodes a vector: signed bytes or bits, then base64. Pure arithmetic, for engines.
// Source: §2.7, §4.6; bit order and rounding are Assumed: ours.
import { bytesOf } from "./base64.ts"
import type { EncodingFormat } from "./schema.ts"

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
