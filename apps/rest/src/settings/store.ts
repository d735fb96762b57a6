// The settings of the store. The server and the commands share them.
import { activeKeys, creationsPerMinute } from "@leadline/core/api-keys"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { dataDirectory } from "./server.ts"
import { integer, read, readSecret, type Setting } from "./environmentVariable.ts"

/** The settings of a store. */
export interface StoreSettings {
  /** Existing directory of the database and its pepper. Default: `.leadline`, created if absent. */
  readonly dataDirectory: string | undefined
  /** The pepper. Default: the file `pepper` of the data directory. */
  readonly pepper: Redacted.Redacted | undefined
  /** The pepper before it, which stays valid. Default: none. */
  readonly previousPepper: Redacted.Redacted | undefined
  /** Whether a start accepts a clock that is far from the last write. Default false. */
  readonly acceptClock: boolean
  /** Active keys per group. Default 100. */
  readonly activeKeys: number
  /** Keys that the keys of one group may create per minute. Default 10. */
  readonly creationsPerMinute: number
}

const readPepper = (name: string) =>
  readSecret(name, "at least 32 visible ASCII characters", /^[\x21-\x7e]{32,4096}$/)

const acceptClock: Setting<boolean> = {
  name: "LEADLINE_ACCEPT_CLOCK",
  fallback: false,
  expected: "on or off",
  parse: (text) => (text === "on" ? true : text === "off" ? false : undefined)
}

/** Reads all settings; fails with the first invalid one. */
export const readStoreSettings = Effect.gen(function* () {
  const settings: StoreSettings = {
    dataDirectory: yield* read(dataDirectory),
    pepper: yield* readPepper("LEADLINE_PEPPER"),
    previousPepper: yield* readPepper("LEADLINE_PEPPER_PREVIOUS"),
    acceptClock: yield* read(acceptClock),
    activeKeys: yield* read(integer("LEADLINE_KEYS_PER_GROUP", 1, 1_000_000, activeKeys)),
    creationsPerMinute: yield* read(integer("LEADLINE_KEYS_PER_MINUTE", 1, 1_000_000, creationsPerMinute))
  }
  return settings
})
