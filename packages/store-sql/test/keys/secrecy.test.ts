// No API key appears in files, logs, spans or errors.
import { assert } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as TestClock from "effect/testing/TestClock"
import * as Tracer from "effect/Tracer"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { inspect } from "node:util"
import { ensureKey } from "../../src/index.ts"
import { check, directory, postgresUrl, store } from "../stores.ts"
import { firstKey } from "./apiKeysCalls.ts"
import { test } from "../effects.ts"
import { query } from "../query.ts"

const bytesIn = (path: string) =>
  readdirSync(path).map((name) => [name, readFileSync(join(path, name), "latin1")] as const)

test("an API key appears in no file, log, span or error", function* () {
  const path = yield* directory
  const output: Array<string> = []
  const logger = Logger.make((options) => {
    output.push(inspect(options, { depth: 10 }))
  })
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      output.push(options.name)
      const attribute = span.attribute.bind(span)
      span.attribute = (name, value) => {
        output.push(`${name}=${String(value)}`)
        attribute(name, value)
      }
      return span
    }
  })
  const given = Redacted.make("canary-given-0123456789")
  const short = Redacted.make("canary é")
  const keys = yield* Effect.gen(function* () {
    const made = yield* firstKey
    output.push(inspect([made, yield* ensureKey({ bootstrap: given })], { depth: 10 }))
    const failure = yield* Effect.flip(Effect.sandbox(ensureKey({ bootstrap: short })))
    output.push(Cause.pretty(failure), inspect(failure, { depth: 10 }))
    for (const key of [made.key, given, short]) output.push(inspect(yield* check(key), { depth: 10 }))
    // The write-ahead log exists while the store is open.
    if (postgresUrl === undefined) assert.include(readdirSync(path), "leadline.db-wal")
    else output.push(inspect(yield* query`SELECT api_key::TEXT FROM api_key`))
    output.push(...bytesIn(path).map(([, bytes]) => bytes))
    yield* query`ALTER TABLE api_key RENAME TO elsewhere`
    // Cached keys expire within a second.
    yield* TestClock.adjust(1000)
    for (const key of [made.key, given]) assert.strictEqual(yield* check(key), "UnavailableError")
    return [made.key, given, short]
  }).pipe(
    Effect.provide(Layer.provideMerge(store(path), Logger.layer([logger]))),
    Effect.provideService(References.MinimumLogLevel, "Trace"),
    Effect.withTracer(tracer)
  )
  output.push(...bytesIn(path).map(([, bytes]) => bytes))
  assert.isTrue(output.some((text) => text.includes("The database failed")))
  assert.isTrue(output.some((text) => text.includes("INSERT INTO api_key")))
  for (const key of keys) {
    const text = Redacted.value(key)
    // A generated key is also searched without its id, which is public.
    for (const secret of [text, text.startsWith("ll_") ? text.slice(18, 50) : "canary"]) {
      assert.deepEqual(
        output.filter((line) => line.includes(secret)),
        []
      )
    }
  }
})
