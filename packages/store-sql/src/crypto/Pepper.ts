// The secret that makes the stored MACs of keys useless without it. It lives outside the database.
// Source: §5; Assumed: ours, how keys are kept is not in the document.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Hex from "effect/encoding/Hex"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Mac from "effect/crypto/Mac"
import * as Crypto from "./nodeCrypto.ts"
import { readOrCreate } from "./pepperFile.ts"
import { StoreError } from "../database/StoreError.ts"

const fewestCharacters = 32
const versionDigits = 16

/** Turns keys into what is stored of them. */
export class Pepper extends Context.Service<
  Pepper,
  {
    /** HMAC-SHA-256 of the whole key under the current pepper, which new keys get: 64 hex digits. */
    readonly mac: (key: Redacted.Redacted) => Effect.Effect<string>
    /** The same under every pepper that is live, the current one first. */
    readonly macs: (key: Redacted.Redacted) => Effect.Effect<ReadonlyArray<string>>
    /** Names the current pepper without telling it. */
    readonly version: string
    /** Names of all that are live, the current one first. Keys of another version cannot be checked. */
    readonly versions: ReadonlyArray<string>
  }
>()("@leadline/store-sql/Pepper") {}

const text = new TextEncoder()

/** Are two MACs the same? In constant time. */
export const macEquals = (left: string, right: string): boolean =>
  Mac.timingSafeEqual(text.encode(left), text.encode(right))

/** Is a stored MAC one of a key's? Each is compared in constant time. */
export const matchesAny = (macs: ReadonlyArray<string>, stored: string): boolean =>
  macs.filter((mac) => macEquals(mac, stored)).length > 0

const makeOne = Effect.fnUntraced(function* (pepper: Redacted.Redacted) {
  const { sign } = yield* Mac.Mac
  if (Redacted.value(pepper).length < fewestCharacters) {
    return yield* new StoreError({ message: `A pepper has at least ${fewestCharacters} characters.` })
  }
  const secret = yield* Effect.orDie(Mac.key(Mac.hmacSha256, text.encode(Redacted.value(pepper))))
  // A MAC over bytes that are in memory fails by a defect only.
  const hex = (message: string) =>
    Effect.orDie(Effect.map(sign(secret, text.encode(message)), (tag) => Hex.encode(tag)))
  // No key holds a blank, so this is the MAC of no key.
  const version = (yield* hex("pepper version")).slice(0, versionDigits)
  return { mac: (key: Redacted.Redacted) => hex(Redacted.value(key)), version }
})

/** Peppers that hold at once. */
interface Peppers {
  readonly current: Redacted.Redacted
  readonly previous: Redacted.Redacted | undefined
}

const make = Effect.fnUntraced(function* ({ current, previous }: Peppers) {
  const first = yield* makeOne(current)
  const second = previous === undefined ? undefined : yield* makeOne(previous)
  const live = second === undefined || second.version === first.version ? [first] : [first, second]
  return Pepper.of({
    mac: first.mac,
    macs: (key) => Effect.forEach(live, ({ mac }) => mac(key)),
    version: first.version,
    versions: live.map(({ version }) => version)
  })
})

/** What may be said of a given pepper. */
export interface PepperOptions {
  /** The pepper before this one: keys made under it are accepted and, on use, stored under the new one. */
  readonly previous?: Redacted.Redacted | undefined
}

/** The pepper as given, for example by a secret manager. At least 32 characters, else a {@link StoreError}. */
export const layerPepper = (
  pepper: Redacted.Redacted,
  { previous }: PepperOptions = {}
): Layer.Layer<Pepper, StoreError> =>
  Layer.effect(Pepper, make({ current: pepper, previous })).pipe(Layer.provide(Crypto.layer))

/**
 * The pepper of the file `pepper` in a directory that exists; made at random with mode 0600 if absent. To change
 * it, rename the file to `pepper.previous` and start again: both hold until that file is removed.
 * Without these files every stored key is void: keep a copy apart from copies of the database.
 */
export const layerPepperFile = (options: { readonly directory: string }): Layer.Layer<Pepper, StoreError> =>
  Layer.effect(Pepper, Effect.flatMap(readOrCreate(options.directory), make)).pipe(
    Layer.provide(Crypto.layer)
  )
