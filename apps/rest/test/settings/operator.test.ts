// The settings of an operator: defaults, values, and the one-line error for an invalid value.
import { assert, describe } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { readOperatorSettings } from "../../src/settings/operator.ts"
import { test } from "../support/effects.ts"

const read = (env: { readonly [name: string]: string }) =>
  Effect.provideService(
    readOperatorSettings,
    ConfigProvider.ConfigProvider,
    ConfigProvider.fromEnv({ env: { ...env } })
  )

describe("an operator's settings", () => {
  test("have defaults", function* () {
    const defaults = {
      admin: undefined,
      adminToken: undefined,
      grace: 25_000,
      log: undefined,
      logAddresses: "off" as const,
      maxLoopDelay: 200,
      showsMetrics: undefined
    }
    assert.deepInclude(yield* read({}), defaults)
    assert.deepInclude(
      yield* read({ LEADLINE_LOG_FORMAT: "", LEADLINE_ADMIN_PORT: "", LEADLINE_METRICS: "" }),
      defaults
    )
  })

  test("are read", function* () {
    const settings = yield* read({
      LEADLINE_SHUTDOWN_SECONDS: "60",
      LEADLINE_LOG_FORMAT: "pretty",
      LEADLINE_LOG_ADDRESSES: "truncated",
      LEADLINE_MAX_LOOP_DELAY: "0",
      LEADLINE_METRICS: "off",
      LEADLINE_ADMIN_PORT: "9090",
      LEADLINE_ADMIN_TOKEN: "t".repeat(32),
      LEADLINE_ADMIN_HOST: "0.0.0.0"
    })
    const { adminToken, ...others } = settings
    assert.strictEqual(adminToken && Redacted.value(adminToken), "t".repeat(32))
    assert.deepInclude(others, {
      admin: { host: "0.0.0.0", port: 9090 },
      grace: 60_000,
      log: "pretty",
      logAddresses: "truncated",
      maxLoopDelay: 0,
      showsMetrics: false
    })
  })

  test.each([
    ["LEADLINE_SHUTDOWN_SECONDS", "0"],
    ["LEADLINE_SHUTDOWN_SECONDS", "1m"],
    ["LEADLINE_LOG_FORMAT", "xml"],
    ["LEADLINE_LOG_ADDRESSES", "on"],
    ["LEADLINE_METRICS", "yes"],
    ["LEADLINE_METRICS", "constructor"],
    ["LEADLINE_ADMIN_PORT", "http"],
    ["LEADLINE_ADMIN_HOST", "a/b"]
  ] as const)("name an invalid variable: %s", function* ([name, value]) {
    const error = yield* Effect.flip(read({ [name]: value }))
    assert.match(error.message, new RegExp(`^${name}: expected .*, got "${value}"$`))
  })

  test("name an operator token that is too short or has no port, and never show it", function* () {
    const short = yield* Effect.flip(read({ LEADLINE_ADMIN_PORT: "0", LEADLINE_ADMIN_TOKEN: "t".repeat(31) }))
    assert.strictEqual(short.message, "LEADLINE_ADMIN_TOKEN: expected at least 32 visible ASCII characters")
    const lonely = yield* Effect.flip(read({ LEADLINE_ADMIN_TOKEN: "t".repeat(32) }))
    assert.match(lonely.message, /^LEADLINE_ADMIN_TOKEN: .* set LEADLINE_ADMIN_PORT$/)
    assert.notInclude(lonely.message, "ttt")
  })
})
