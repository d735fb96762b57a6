// The settings of the server, its store and its operator: defaults, limits, and the one-line error for an invalid value.
import { assert, describe } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { readOperatorSettings } from "../../src/settings/operator.ts"
import { readSettings } from "../../src/settings/server.ts"
import { readStoreSettings } from "../../src/settings/store.ts"
import { test } from "../support/effects.ts"

/** Reads all settings from an environment. */
const read = (env: { readonly [name: string]: string }) =>
  Effect.all([readSettings, readOperatorSettings, readStoreSettings]).pipe(
    Effect.map(([server, operator, store]) => ({ ...store, ...operator, ...server })),
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env: { ...env } }))
  )

const refusalOf = (env: Parameters<typeof read>[0]) =>
  Effect.map(Effect.flip(read(env)), ({ message }) => message)

describe("settings", () => {
  test("have defaults, also where they are empty", function* () {
    const defaults = { port: 8080, host: "127.0.0.1", grace: 25_000, minDataRate: 1_024 }
    for (const env of [{}, { PORT: "", HOST: "" }]) assert.deepInclude(yield* read(env), defaults)
  })

  test("are accepted at their limits", function* () {
    const { adminToken, apiKey, redisUrl, ...others } = yield* read({
      PORT: "65535",
      LEADLINE_API_KEY: "k".repeat(4096),
      LEADLINE_REQUESTS_PER_SECOND: "1",
      LEADLINE_PUBLIC_URL: "https://api.example/leadline//",
      LEADLINE_REDIS_URL: "rediss://user:p%40ss@redis.example:6380/2",
      LEADLINE_PROXIES: "127.0.0.1, 10.0.0.0/8,fd00::/8",
      LEADLINE_ADMIN_PORT: "9090",
      LEADLINE_ADMIN_TOKEN: "t".repeat(32),
      LEADLINE_ADMIN_HOST: "0.0.0.0"
    })
    assert.deepInclude(others, {
      port: 65_535,
      requestsPerSecond: 1,
      publicUrl: "https://api.example/leadline",
      proxies: ["127.0.0.1", "10.0.0.0/8", "fd00::/8"],
      admin: { host: "0.0.0.0", port: 9090 }
    })
    assert.deepEqual(
      [adminToken, apiKey, redisUrl].map((secret) => secret && Redacted.value(secret)),
      ["t".repeat(32), "k".repeat(4096), "rediss://user:p%40ss@redis.example:6380/2"]
    )
  })

  test.each([
    ["PORT", "65536"],
    ["PORT", "0x50"],
    ["HOST", "http://localhost"],
    ["LEADLINE_REQUESTS_PER_SECOND", "0"],
    ["LEADLINE_STORED_BYTES_PER_GROUP", "256MB"],
    ["LEADLINE_PROXIES", "10.0.0.0/33"],
    ["LEADLINE_PUBLIC_URL", "https://api.example/#a"],
    ["LEADLINE_PUBLIC_URL", "https://user@api.example"],
    ["LEADLINE_METRICS", "constructor"],
    ["LEADLINE_ADMIN_HOST", "a/b"]
  ] as const)("are refused with name and value: %s=%s", function* ([name, value]) {
    assert.match(yield* refusalOf({ [name]: value }), new RegExp(`^${name}: expected .*, got "${value}"$`))
  })

  test.each([
    [{ LEADLINE_API_KEY: "a key" }, "LEADLINE_API_KEY: expected 1 to 4096 visible ASCII characters"],
    [{ LEADLINE_API_KEY: "k".repeat(4097) }, "LEADLINE_API_KEY: expected 1 to 4096"],
    [{ LEADLINE_REDIS_URL: "redis://host/db" }, "LEADLINE_REDIS_URL: expected a URL like redis:"],
    [
      { LEADLINE_ADMIN_PORT: "0", LEADLINE_ADMIN_TOKEN: "t".repeat(31) },
      "LEADLINE_ADMIN_TOKEN: expected at least 32 visible ASCII characters"
    ],
    [
      { LEADLINE_SHARED_LIMITS: "off", LEADLINE_REDIS_URL: "redis://redis.example" },
      "LEADLINE_SHARED_LIMITS: expected on, because LEADLINE_REDIS_URL shares them"
    ]
  ])("never show an invalid secret: %o", function* ([env, line]) {
    const message = yield* refusalOf(env)
    assert.include(message, line)
    assert.notMatch(message, /a key|kkk|host\/db|ttt|redis\.example/)
  })
})
