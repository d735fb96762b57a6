// Ids of requests: random UUIDs, drawn many at a time.
// Source: §4.1.
import * as SecureRandom from "effect/crypto/SecureRandom"

const drawn = 256
const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))

let bytes: Uint8Array = new Uint8Array(0)
let at = 0

/** A new UUID of version 4. A draw of few random bytes takes as long as one of many. */
export const makeRequestId = (): string => {
  if (at >= bytes.length) {
    bytes = SecureRandom.randomBytesUnsafe(drawn * 16)
    at = 0
  }
  let id = ""
  for (let index = 0; index < 16; index++) {
    const byte = bytes[at + index] ?? 0
    if (index === 4 || index === 6 || index === 8 || index === 10) id += "-"
    id += hex[index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte] ?? ""
  }
  at += 16
  return id
}
