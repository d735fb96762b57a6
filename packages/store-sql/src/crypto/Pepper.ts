// The pepper: the secret HMAC key for stored API keys. It lives outside the database.
import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto"
import * as Context from "effect/Context"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { StoreError } from "../database/StoreError.ts"
import { readOrCreate } from "./pepperFile.ts"

const minCharacters = 32
const versionDigits = 16

/** Computes the MACs that are stored in place of API keys. */
export class Pepper extends Context.Service<
  Pepper,
  {
    /** HMAC-SHA-256 of the whole key under the current pepper: 64 hex digits. New keys are stored under it. */
    readonly mac: (key: Redacted.Redacted) => string
    /** The MAC under every valid pepper, the current one first. */
    readonly macs: (key: Redacted.Redacted) => ReadonlyArray<string>
    /** Identifies the current pepper without revealing it. */
    readonly version: string
    /** Versions of all valid peppers, the current one first. Keys of other versions cannot be verified. */
    readonly versions: ReadonlyArray<string>
  }
>()("@leadline/store-sql/Pepper") {}

/** Compares two MACs in constant time. */
export const macEquals = (left: string, right: string): boolean => {
  const [one, other] = [Buffer.from(left), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Whether a stored MAC is one of a key's MACs; each comparison takes constant time. */
export const matchesAny = (macs: ReadonlyArray<string>, stored: string): boolean =>
  macs.filter((mac) => macEquals(mac, stored)).length > 0

const makePepper = Effect.fnUntraced(function* (pepper: Redacted.Redacted) {
  if (Redacted.value(pepper).length < minCharacters) {
    return yield* new StoreError({ message: `A pepper must have at least ${minCharacters} characters.` })
  }
  const secret = createSecretKey(Redacted.value(pepper), "utf8")
  const hex = (message: string) => createHmac("sha256", secret).update(message).digest("hex")
  // No API key contains a space, so this is never the MAC of a key.
  const version = hex("pepper version").slice(0, versionDigits)
  return { mac: (key: Redacted.Redacted) => hex(Redacted.value(key)), version }
})

/** The peppers that are valid at the same time. */
interface Peppers {
  readonly current: Redacted.Redacted
  readonly previous: Redacted.Redacted | undefined
}

const make = Effect.fnUntraced(function* ({ current, previous }: Peppers) {
  const first = yield* makePepper(current)
  const second = previous === undefined ? undefined : yield* makePepper(previous)
  const valid = second === undefined || second.version === first.version ? [first] : [first, second]
  return Pepper.of({
    mac: first.mac,
    macs: (key) => valid.map(({ mac }) => mac(key)),
    version: first.version,
    versions: valid.map(({ version }) => version)
  })
})

/** Options of {@link layerPepper}. */
export interface PepperOptions {
  /** The pepper before this one: keys stored under it stay valid, and each one used is stored under the new pepper. */
  readonly previous?: Redacted.Redacted | undefined
}

/** A given pepper, for example from a secret manager. Fails with a {@link StoreError} below 32 characters. */
export const layerPepper = (
  pepper: Redacted.Redacted,
  { previous }: PepperOptions = {}
): Layer.Layer<Pepper, StoreError> => Layer.effect(Pepper, make({ current: pepper, previous }))

/** Options of {@link layerPepperFile}. */
export interface PepperFileOptions {
  /** An existing directory. */
  readonly directory: string
  /** Whether an absent file is created; otherwise it is an error. Default true. */
  readonly create?: boolean | undefined
}

/**
 * The pepper in the file `pepper` of an existing directory; a random one is created with mode 0600 if the file is
 * absent. To rotate it, rename the file to `pepper.previous` and restart: both are valid until that file is removed.
 * Without these files every stored key is void. Keep a backup, but not next to backups of the database.
 */
export const layerPepperFile = ({
  create = true,
  directory
}: PepperFileOptions): Layer.Layer<Pepper, StoreError> =>
  Layer.effect(Pepper, Effect.flatMap(readOrCreate(directory, create), make)).pipe(
    Layer.provide(SecureRandom.layerWebCrypto)
  )
