// Ids of requests: random UUIDs, made many at a time.
// Source: §4.1.
import * as SecureRandom from "effect/crypto/SecureRandom"
import { decodeStrict, encodeText } from "../protocol/utf8.ts"

const idsPerBatch = 256
const randomBytes = 16
const characters = 36

const digits = encodeText("0123456789abcdef")
const hyphens = encodeText("-".repeat(idsPerBatch * characters))

/** The text of many ids, one behind the other. */
const makeIds = (): string => {
  const random = SecureRandom.randomBytesUnsafe(idsPerBatch * randomBytes)
  const text = hyphens.slice()
  let end = 0
  for (let index = 0; index < random.length; index++) {
    const place = index % randomBytes
    let byte = random[index] ?? 0
    if (place === 6) byte = (byte & 0x0f) | 0x40
    if (place === 8) byte = (byte & 0x3f) | 0x80
    if (place === 4 || place === 6 || place === 8 || place === 10) end++
    text[end++] = digits[byte >> 4] ?? 0
    text[end++] = digits[byte & 0x0f] ?? 0
  }
  return decodeStrict(text)
}

let ids = ""
let at = 0

/** A new UUID of version 4, cut from a text of many: put together one by one, each is 20 strings. */
export const makeRequestId = (): string => {
  if (at === ids.length) {
    ids = makeIds()
    at = 0
  }
  return ids.slice(at, (at += characters))
}
