// Warnings of misspelt settings.
import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { readOperatorSettings } from "../../src/settings/operator.ts"
import { readSettings } from "../../src/settings/server.ts"
import { readStoreSettings } from "../../src/settings/store.ts"
import { unknownVariables } from "../../src/settings/unknownVariables.ts"
import { test } from "../support/effects.ts"

const readAll = Effect.all([readSettings, readStoreSettings, readOperatorSettings])

describe("unknown variables", () => {
  test("are none that the server reads", function* () {
    const names: Array<string> = []
    const recording = ConfigProvider.make((path) => {
      names.push(path.join("_"))
      return Effect.undefined
    })
    yield* Effect.provideService(readAll, ConfigProvider.ConfigProvider, recording)
    assert.include(names, "LEADLINE_BACKEND_API_KEY")
    assert.deepStrictEqual(unknownVariables(names), [])
  })

  it("are none of the documented settings", () => {
    const text = readFileSync(join(import.meta.dirname, "../../../../docs/settings.md"), "utf8")
    const names = Array.from(text.matchAll(/LEADLINE_[A-Z_]+/g), ([name]) => name)
    assert.isAbove(names.length, 20)
    assert.deepStrictEqual(unknownVariables(names), [])
  })

  it("are none of the client, and none of other programs", () => {
    assert.deepStrictEqual(
      unknownVariables([
        "LEADLINE_BASE_URL",
        "LEADLINE_API_KEY",
        "LEADLINE_LOG",
        "PORT",
        "PATH",
        "XLEADLINE_LOG"
      ]),
      []
    )
  })

  it.each([
    ["LEADLINE_DOCUMNETS", "LEADLINE_DOCUMENTS"],
    ["LEADLINE_API_KEYS", "LEADLINE_API_KEY"],
    ["leadline_redis_url", "LEADLINE_REDIS_URL"],
    ["LEADLINE_PORT", "PORT"]
  ])("%s is named with the nearest setting, %s", (name, setting) => {
    assert.deepStrictEqual(unknownVariables([name]), [
      `${name} is not a setting and is ignored: did you mean ${setting}?`
    ])
  })
})
