// Encodes bytes in base64.
/** The standard alphabet. */
export const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

/** Characters made by one call: JavaScript engines limit the number of arguments. */
const charactersPerCall = 4096

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
