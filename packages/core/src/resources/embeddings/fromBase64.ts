// Decodes the base64 of vectors. Pure arithmetic.
// Source: §2.7, §4.6.
import { alphabet } from "../../protocol/base64.ts"

/** The six bits of each character by its code; 255 for other characters. */
const sixBits = new Uint8Array(256).fill(255)
for (let value = 0; value < alphabet.length; value++) sixBits[alphabet.charCodeAt(value)] = value

/** The bytes of padded base64, in a buffer of their own; undefined for another text. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  const { length } = text
  if (length % 4 !== 0) return undefined
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0
  const bytes = new Uint8Array((length / 4) * 3 - padding)
  let wrong = 0
  const bitsAt = (at: number): number => {
    const bits = at < length - padding ? (sixBits[text.charCodeAt(at)] ?? 255) : 0
    wrong |= bits
    return bits
  }
  // Writing beyond the end, where the padding is, has no effect.
  for (let from = 0, to = 0; from < length; from += 4, to += 3) {
    const bits = (bitsAt(from) << 18) | (bitsAt(from + 1) << 12) | (bitsAt(from + 2) << 6) | bitsAt(from + 3)
    bytes[to] = bits >> 16
    bytes[to + 1] = bits >> 8
    bytes[to + 2] = bits
  }
  return wrong > 63 ? undefined : bytes
}
