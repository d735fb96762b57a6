// The settings of the store: the bytes that a group may store, at their bounds.
import { assert, describe } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import { readStoreSettings } from "../../src/settings/store.ts"
import { test } from "../support/effects.ts"

const read = (env: { readonly [name: string]: string }) =>
  Effect.provideService(
    readStoreSettings,
    ConfigProvider.ConfigProvider,
    ConfigProvider.fromEnv({ env: { ...env } })
  )

describe("the bytes that a group may store", () => {
  test("are 256 MiB, or 0 to 999,999,999,999", function* () {
    assert.strictEqual((yield* read({})).storedBytesPerGroup, 256 * 1_048_576)
    for (const bytes of ["0", "1", "999999999999"]) {
      const settings = yield* read({ LEADLINE_STORED_BYTES_PER_GROUP: bytes })
      assert.strictEqual(settings.storedBytesPerGroup, Number(bytes))
    }
    for (const bytes of ["-1", "1000000000000", "1e9", "1.5", "256MB", "9".repeat(400)]) {
      const { message } = yield* Effect.flip(read({ LEADLINE_STORED_BYTES_PER_GROUP: bytes }))
      assert.include(
        message,
        "LEADLINE_STORED_BYTES_PER_GROUP: expected a whole number from 0 to 999999999999"
      )
    }
  })
})
