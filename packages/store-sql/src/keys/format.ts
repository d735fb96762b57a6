// The format of generated keys: label, public id, secret and checksum.
// Source: §5, §2.5; Assumed: ours for the form.
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SecureRandom from "effect/crypto/SecureRandom"

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const length = { id: 10, secret: 32, checksum: 6 }

/** The pattern by which scanners find leaked keys. */
export const keyPattern = /\bll_(live|test)_[0-9A-Za-z]{48}\b/

/** The label of a key, which has no effect. */
export type KeyLabel = "live" | "test"

const keyForm = new RegExp(
  `^(?<body>ll_(?:live|test)_(?<id>[0-9A-Za-z]{${length.id}})[0-9A-Za-z]{${length.secret}})` +
    `(?<checksum>[0-9A-Za-z]{${length.checksum}})$`
)

const crc32 = (text: string): number => {
  let crc = 0xffffffff
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

/** CRC-32 of an ASCII text in base62, padded to six digits. It detects typing errors and is no protection. */
export const checksum = (text: string): string => {
  let rest = crc32(text)
  let digits = ""
  while (digits.length < length.checksum) {
    digits = alphabet.charAt(rest % alphabet.length) + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}

/** The public id of a generated key; undefined when format or checksum is wrong. */
export const idOf = (key: string): string | undefined => {
  const { body = "", checksum: given, id } = keyForm.exec(key)?.groups ?? {}
  return given === checksum(body) ? id : undefined
}

/** A new key with 190 bits of entropy in its secret; all characters are equally likely. */
export const make = Effect.fnUntraced(function* (label: KeyLabel) {
  const random = yield* SecureRandom.SecureRandom
  const digits = yield* Effect.replicateEffect(
    random.intBetween(0, alphabet.length - 1),
    length.id + length.secret
  )
  const text = digits.map((digit) => alphabet.charAt(digit)).join("")
  const body = `ll_${label}_${text}`
  return { id: text.slice(0, length.id), key: Redacted.make(body + checksum(body)) }
})

// Source: §5, §8.
/** Whether a text can be an API key, generated or custom: 1 to 4,096 visible ASCII characters. */
export const isKey = (text: string): boolean => /^[\x21-\x7e]{1,4096}$/.test(text)
