// How a vector becomes text: signed bytes or bits, then base64. Pure arithmetic; engines need it, callers do not.
// Source: §2.7, §4.6; bit order and rounding are Assumed: ours.
import { alphabet, bytesOf } from "./base64.ts"
import type { EncodingFormat } from "./schema.ts"

/** Two characters for each twelve bits: half as many steps as one by one. */
const pairs = Array.from(
  { length: 4096 },
  (_, bits) => alphabet.charAt(bits >> 6) + alphabet.charAt(bits & 63)
)

/** Base64 in the standard alphabet, padded. */
export const toBase64 = (bytes: Uint8Array): string => {
  const whole = bytes.length - (bytes.length % 3)
  let text = ""
  const byte = (at: number): number => bytes[at] ?? 0
  for (let at = 0; at < whole; at += 3) {
    text += pairs[(byte(at) << 4) | (byte(at + 1) >> 4)]
    text += pairs[((byte(at + 1) & 15) << 8) | byte(at + 2)]
  }
  if (whole === bytes.length) return text
  const rest = (byte(whole) << 16) | (byte(whole + 1) << 8)
  const tail = `${pairs[rest >> 12]}${pairs[rest & 4095]}`
  return text + (bytes.length - whole === 1 ? `${tail.slice(0, 2)}==` : `${tail.slice(0, 3)}=`)
}

/**
 * Assumed: docs for the forms; ours for bits and scale. The first `dimensions` components as bytes. Signed bytes:
 * 127 times the component, rounded, held to -127 to 127. Bits: 1 above 0; component `d` is bit `7 - d % 8` of byte
 * `d >> 3`, and what is left of the last byte is 0.
 */
export const pack = (vector: ArrayLike<number>, dimensions: number, format: EncodingFormat): Uint8Array => {
  const bytes = new Uint8Array(bytesOf(dimensions, format))
  for (let d = 0; d < dimensions; d++) {
    const value = vector[d] ?? 0
    if (format === "base64_int8") bytes[d] = Math.round(127 * Math.max(-1, Math.min(1, value)))
    else if (value > 0) bytes[d >> 3] = (bytes[d >> 3] ?? 0) | (128 >> (d & 7))
  }
  return bytes
}
