// A random text that cannot be guessed, for boundaries and idempotency keys.
import * as SecureRandom from "effect/crypto/SecureRandom"

/** 128 random bits in hexadecimal. */
export const randomText = (): string =>
  Array.from(SecureRandom.randomBytesUnsafe(16), (byte) => byte.toString(16).padStart(2, "0")).join("")
