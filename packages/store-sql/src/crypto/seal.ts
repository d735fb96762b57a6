// Encrypts what callers sent, under a key of the pepper: whoever can read the database alone cannot read it.
import { createCipheriv, createDecipheriv } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { Pepper } from "./Pepper.ts"

const algorithm = "aes-256-gcm"
const nonceBytes = 12
const tagBytes = 16

/** No API key contains a space, so this is never the MAC of a key. */
const label = Redacted.make("key of sealed columns")

const keyOf = (mac: string) => Buffer.from(mac, "hex")

const open = (key: Buffer, sealed: Uint8Array, name: string): Uint8Array | undefined => {
  try {
    const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes))
    decipher.setAAD(Buffer.from(name))
    decipher.setAuthTag(sealed.subarray(-tagBytes))
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()])
  } catch {
    return undefined
  }
}

/**
 * Makes what seals texts and opens them. `name` is where a text is stored: elsewhere it does not open. One that was sealed
 * under a pepper that is no longer valid, or was changed, is undefined.
 */
export const makeSeal = Effect.gen(function* () {
  const pepper = yield* Pepper
  const random = yield* SecureRandom.SecureRandom
  const [first = "", ...others] = pepper.macs(label)
  const current = keyOf(first)
  return {
    seal: Effect.fnUntraced(function* (name: string, text: string) {
      const nonce = yield* random.randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, current, nonce)
      cipher.setAAD(Buffer.from(name))
      return Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()])
    }),
    open: (name: string, sealed: Uint8Array): string | undefined => {
      for (const key of [current, ...others.map(keyOf)]) {
        const bytes = open(key, sealed, name)
        if (bytes !== undefined) return Buffer.from(bytes).toString("utf8")
      }
      return undefined
    }
  }
})

/** What seals and opens. */
export type Seal = Effect.Success<typeof makeSeal>
