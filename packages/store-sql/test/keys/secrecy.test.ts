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
import { check, directory, postgresUrl, query, store, test } from "../stores.ts"
import { firstKey } from "./apiKeysCalls.ts"

test("an API key appears in no file, log, span or error", function* () {
  const path = yield* directory
  const output: Array<string> = []
  const show = (value: unknown) => void output.push(inspect(value, { depth: 10 }))
  const showFiles = () => {
    for (const name of readdirSync(path)) output.push(readFileSync(join(path, name), "latin1"))
  }
  const spans: Array<Tracer.NativeSpan> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  const given = Redacted.make("canary-given-0123456789")
  const made = yield* Effect.gen(function* () {
    const first = yield* firstKey
    show([first, yield* ensureKey({ bootstrap: given })])
    const failure = yield* Effect.flip(Effect.sandbox(ensureKey({ bootstrap: Redacted.make("canary é") })))
    show([Cause.pretty(failure), failure])
    for (const key of [first.key, given]) show(yield* check(key))
    // The write-ahead log exists while the store is open.
    if (postgresUrl === undefined) assert.include(readdirSync(path), "leadline.db-wal")
    else show(yield* query`SELECT api_key::TEXT FROM api_key`)
    showFiles()
    yield* query`ALTER TABLE api_key RENAME TO elsewhere`
    // Cached keys expire within a second.
    yield* TestClock.adjust(1000)
    for (const key of [first.key, given]) assert.strictEqual(yield* check(key), "UnavailableError")
    return Redacted.value(first.key)
  }).pipe(
    Effect.provide(Layer.provideMerge(store(path), Logger.layer([Logger.make(show)]))),
    Effect.provideService(References.MinimumLogLevel, "Trace"),
    Effect.withTracer(tracer)
  )
  showFiles()
  for (const { attributes, name } of spans) show([name, attributes])
  for (const shown of ["The database failed", "INSERT INTO api_key"])
    assert.isTrue(output.some((text) => text.includes(shown)))
  // The id of a generated key is public.
  for (const secret of [made, made.slice(18, 50), "canary"])
    assert.isEmpty(output.filter((line) => line.includes(secret)))
})
