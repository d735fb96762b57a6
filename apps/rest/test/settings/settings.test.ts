// The settings of the server, its store and its operator: defaults, limits, and the one-line error for an invalid value.
import { assert, describe } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { readOperatorSettings } from "../../src/settings/operator.ts"
import { readSettings } from "../../src/settings/server.ts"
import { readStoreSettings } from "../../src/settings/store.ts"
import { test } from "../support/effects.ts"

type Environment = { readonly [name: string]: string }

/** Reads settings from an environment. */
const reading =
  <A, E>(settings: Effect.Effect<A, E>) =>
  (env: Environment) =>
    Effect.provideService(
      settings,
      ConfigProvider.ConfigProvider,
      ConfigProvider.fromEnv({ env: { ...env } })
    )

const read = reading(readSettings)
const readOfOperator = reading(readOperatorSettings)
const readOfStore = reading(readStoreSettings)

const defaults = {
  port: 8080,
  host: "127.0.0.1",
  requestsPerSecond: 100,
  sharedLimits: true,
  connectionsPerAddress: 1_000,
  minDataRate: 1_024
}

const operatorDefaults = {
  grace: 25_000,
  logAddresses: "off" as const,
  maxLoopDelay: 200
}

const wrong: ReadonlyArray<readonly [name: string, value: string]> = [
  ["PORT", "65536"],
  ["PORT", "0x50"],
  ["HOST", "http://localhost"],
  ["LEADLINE_DOCUMENTS_URL", "docs.example"],
  ["LEADLINE_REQUESTS_PER_SECOND", "0"],
  ["LEADLINE_TOKENS_PER_MINUTE", "-1"],
  ["LEADLINE_SHARED_LIMITS", "redis"],
  ["LEADLINE_NODES", "0"],
  ["LEADLINE_PROXIES", "10.0.0.0/33"],
  ["LEADLINE_MIN_DATA_RATE", "1k"],
  ["LEADLINE_PUBLIC_URL", "https://api.example/#a"],
  ["LEADLINE_PUBLIC_URL", "https://user@api.example"],
  ["LEADLINE_BACKEND_NETWORKS", "intranet"],
  ["LEADLINE_SHUTDOWN_SECONDS", "0"],
  ["LEADLINE_LOG_FORMAT", "xml"],
  ["LEADLINE_LOG_ADDRESSES", "on"],
  ["LEADLINE_METRICS", "constructor"],
  ["LEADLINE_ADMIN_PORT", "http"],
  ["LEADLINE_ADMIN_HOST", "a/b"]
]

const readAll = reading(Effect.all([readSettings, readOperatorSettings]))

describe("settings", () => {
  test("have defaults", function* () {
    assert.deepInclude(yield* read({}), defaults)
    assert.deepInclude(yield* readOfOperator({}), operatorDefaults)
  })

  test("that are empty count as unset", function* () {
    assert.deepInclude(yield* read({ PORT: "", HOST: "", LEADLINE_API_KEY: "" }), defaults)
    assert.deepInclude(yield* readOfOperator({ LEADLINE_ADMIN_PORT: "" }), operatorDefaults)
  })

  test("are accepted at their limits", function* () {
    const settings = yield* read({
      PORT: "65535",
      HOST: "::1",
      LEADLINE_API_KEY: "k".repeat(4096),
      LEADLINE_REQUESTS_PER_SECOND: "1"
    })
    assert.strictEqual(settings.port, 65_535)
    assert.strictEqual(settings.host, "::1")
    assert.strictEqual(settings.requestsPerSecond, 1)
    assert.lengthOf(settings.apiKey === undefined ? "" : Redacted.value(settings.apiKey), 4096)
  })

  test("may name a public URL, with a path and without the slash at its end", function* () {
    const { publicUrl } = yield* read({ LEADLINE_PUBLIC_URL: "https://api.example/leadline//" })
    assert.strictEqual(publicUrl, "https://api.example/leadline")
  })

  test("may include a Redis and proxies", function* () {
    const url = "rediss://user:p%40ss@redis.example:6380/2"
    const settings = yield* read({
      LEADLINE_REDIS_URL: url,
      LEADLINE_PROXIES: "127.0.0.1, 10.0.0.0/8,fd00::/8"
    })
    assert.strictEqual(settings.redisUrl && Redacted.value(settings.redisUrl), url)
    assert.deepEqual(settings.proxies, ["127.0.0.1", "10.0.0.0/8", "fd00::/8"])
  })

  test("cannot keep limits apart that a Redis shares", function* () {
    const apart = { LEADLINE_SHARED_LIMITS: "off" }
    assert.isFalse((yield* read(apart)).sharedLimits)
    const { message } = yield* Effect.flip(read({ ...apart, LEADLINE_REDIS_URL: "redis://redis.example" }))
    assert.strictEqual(message, "LEADLINE_SHARED_LIMITS: expected on, because LEADLINE_REDIS_URL shares them")
  })

  test.each(["http://redis.example", "redis://host/db"])(
    "never show an invalid Redis URL: %s",
    function* (value) {
      const { message } = yield* Effect.flip(read({ LEADLINE_REDIS_URL: value }))
      assert.match(message, /^LEADLINE_REDIS_URL: expected a URL like redis:/)
      assert.notInclude(message, value)
    }
  )

  test.each(wrong)("are refused with name and value: %s=%s", function* ([name, value]) {
    const { message } = yield* Effect.flip(readAll({ [name]: value }))
    assert.match(message, new RegExp(`^${name}: expected .*, got ${JSON.stringify(value)}$`))
    assert.notInclude(message, "\n")
  })

  test.each(["a key", "k".repeat(4097)])("never show an invalid key: %s", function* (value) {
    const { message } = yield* Effect.flip(read({ LEADLINE_API_KEY: value }))
    assert.strictEqual(message, "LEADLINE_API_KEY: expected 1 to 4096 visible ASCII characters")
  })
})

describe("an operator's settings", () => {
  test("are read", function* () {
    const settings = yield* readOfOperator({
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

  test("name an operator token that is too short or has no port, and never show it", function* () {
    const short = yield* Effect.flip(
      readOfOperator({ LEADLINE_ADMIN_PORT: "0", LEADLINE_ADMIN_TOKEN: "t".repeat(31) })
    )
    assert.strictEqual(short.message, "LEADLINE_ADMIN_TOKEN: expected at least 32 visible ASCII characters")
    const lonely = yield* Effect.flip(readOfOperator({ LEADLINE_ADMIN_TOKEN: "t".repeat(32) }))
    assert.match(lonely.message, /^LEADLINE_ADMIN_TOKEN: .* set LEADLINE_ADMIN_PORT$/)
    assert.notInclude(lonely.message, "ttt")
  })
})

describe("the bytes that a group may store", () => {
  test("are 256 MiB, or 0 to 999,999,999,999", function* () {
    assert.strictEqual((yield* readOfStore({})).storedBytesPerGroup, 256 * 1_048_576)
    for (const bytes of ["0", "999999999999"]) {
      const settings = yield* readOfStore({ LEADLINE_STORED_BYTES_PER_GROUP: bytes })
      assert.strictEqual(settings.storedBytesPerGroup, Number(bytes))
    }
    for (const bytes of ["-1", "1000000000000", "256MB"]) {
      const { message } = yield* Effect.flip(readOfStore({ LEADLINE_STORED_BYTES_PER_GROUP: bytes }))
      assert.include(
        message,
        "LEADLINE_STORED_BYTES_PER_GROUP: expected a whole number from 0 to 999999999999"
      )
    }
  })
})
