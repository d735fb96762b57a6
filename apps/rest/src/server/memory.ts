// A server in memory, for the tests of other programs: nothing is kept, its key is known, and with a seed it repeats itself.
import * as Store from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { createCipheriv, hash } from "node:crypto"
import type { Settings } from "../settings/server.ts"
import type { StoreSettings } from "../settings/store.ts"
import { StartupError } from "../StartupError.ts"

/** The key of every server in memory, unless `LEADLINE_API_KEY` is set. It is no secret. */
export const memoryKey = "leadline-key-of-a-server-in-memory"

/** How a server in memory is run. */
export interface MemoryOptions {
  /** Repeats ids and times of the same requests in the same order. Default: they differ, as in any server. */
  readonly seed: number | undefined
}

/** The store. Its pepper protects nothing: no key outlives the process. */
export const layerMemoryStore = Layer.merge(
  Sqlite.layer({ filename: ":memory:" }),
  Store.layerPepper(Redacted.make("the pepper of a server in memory"))
)

/** Fails for the database of a store that is kept. The data directory is not looked at. */
export const requireNoDatabase = ({ databaseUrl }: StoreSettings) =>
  databaseUrl === undefined
    ? Effect.void
    : Effect.fail(new StartupError({ message: "LEADLINE_DATABASE_URL: --memory keeps no database" }))

/** 2026-01-01T00:00:00Z in Unix milliseconds. */
const startOfTime = 1_767_225_600_000

/** Time stands still. Sleep takes as long as ever. */
const standingClock: Clock.Clock = {
  currentTimeMillisUnsafe: () => startOfTime,
  currentTimeMillis: Effect.succeed(startOfTime),
  currentTimeNanosUnsafe: () => BigInt(startOfTime) * 1_000_000n,
  currentTimeNanos: Effect.succeed(BigInt(startOfTime) * 1_000_000n),
  monotonicTimeNanosUnsafe: () => 0n,
  monotonicTimeNanos: Effect.succeed(0n),
  sleep: (duration) => Context.get(Context.empty(), Clock.Clock).sleep(duration)
}

/**
 * Draws the bytes of all ids from a seed, by their number: how often batches of request ids are drawn does not change
 * the other ids. Engines read the global generator, so it is replaced for this process.
 */
const seedRandomBytes = (seed: number): void => {
  const key = hash("sha256", String(seed), "buffer")
  const streams = new Map<number, ReturnType<typeof createCipheriv>>()
  const bytes = (size: number): Uint8Array => {
    const nonce = Buffer.alloc(16)
    nonce.writeUInt32BE(size)
    const stream = streams.get(size) ?? createCipheriv("aes-256-ctr", key, nonce)
    streams.set(size, stream)
    return stream.update(new Uint8Array(size))
  }
  Object.defineProperty(globalThis.crypto, "getRandomValues", {
    value: <A extends ArrayBufferView>(view: A): A => {
      const { buffer, byteLength, byteOffset } = view
      new Uint8Array(buffer, byteOffset, byteLength).set(bytes(byteLength))
      return view
    }
  })
}

/** Limits of a second or a minute would never end while time stands still. */
const unlimited = {
  requestsPerSecond: Number.MAX_SAFE_INTEGER,
  tokensPerMinute: 0,
  creationsPerMinute: Number.MAX_SAFE_INTEGER
}

/** Settings without what a seed cannot repeat. */
export const withoutRates = <S extends Settings | StoreSettings>(settings: S, seed: number | undefined): S =>
  seed === undefined ? settings : { ...settings, ...unlimited }

/** Runs an effect on ids and times of the seed; as it is, without one. */
export const repeatable =
  (seed: number | undefined) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    seed === undefined
      ? effect
      : Effect.suspend(() => {
          seedRandomBytes(seed)
          return Effect.provideService(effect, Clock.Clock, standingClock)
        })
