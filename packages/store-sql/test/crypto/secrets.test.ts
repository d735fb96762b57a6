// The pepper, and that no API key appears in files, logs, spans or errors.
import { assert, describe } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as Tracer from "effect/Tracer"
import * as TestClock from "effect/testing/TestClock"
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { inspect } from "node:util"
import { ensureKey, layerPepperFile, Pepper } from "../../src/index.ts"
import { firstKey, generateKey } from "../keys/apiKeysCalls.ts"
import {
  accepts,
  check,
  directory,
  losePepper,
  postgresUrl,
  query,
  refuses,
  rotatePepper,
  store,
  test
} from "../stores.ts"

const opened = (path: string) => Effect.provide(Pepper, Layer.fresh(layerPepperFile({ directory: path })))

describe("the pepper", () => {
  test("is created once, completely, readable by its owner only", function* () {
    const path = yield* directory
    const both = yield* Effect.all([opened(path), opened(path)], { concurrency: 2 })
    const macs = [...both, yield* opened(path)].map(({ mac }) => mac(Redacted.make("some key")))
    assert.strictEqual(new Set(macs).size, 1)
    assert.deepEqual(readdirSync(path), ["pepper"])
    assert.strictEqual(statSync(join(path, "pepper")).mode & 0o777, 0o600)
    assert.match(readFileSync(join(path, "pepper"), "utf8"), /^[0-9a-f]{64}\n$/)
  })

  test("that is too short, a directory, or in none, is a one-line StoreError", function* () {
    const path = yield* directory
    writeFileSync(join(path, "pepper"), "x".repeat(31))
    mkdirSync(join(path, "folder", "pepper"), { recursive: true })
    for (const [name, reason] of [
      ["missing", /its directory does not exist\.$/],
      ["", /^A pepper must have at least 32 characters\.$/],
      ["folder", /pepper cannot be used: it is a directory\.$/]
    ] as const)
      assert.match((yield* Effect.flip(opened(join(path, name)))).message, reason)
  })

  test("renamed to pepper.previous is replaced by a new one: keys of both are valid until it is removed", function* () {
    const path = yield* directory
    const foreign = Redacted.make("sk-some/other=form:0123456789")
    const before = Effect.andThen(ensureKey({ bootstrap: foreign }), generateKey)
    const old = yield* Effect.provide(before, store(path))
    yield* rotatePepper(path)
    const next = yield* Effect.gen(function* () {
      assert.strictEqual((yield* ensureKey())._tag, "Existing")
      assert.strictEqual((yield* ensureKey({ bootstrap: foreign }))._tag, "Known")
      const made = yield* generateKey
      for (const each of [old, foreign, made]) yield* accepts(each)
      yield* refuses(Redacted.make(Redacted.value(made).slice(0, 18) + Redacted.value(old).slice(18)))
      return made
    }).pipe(Effect.provide(store(path)))
    yield* losePepper(path, "pepper.previous")
    yield* Effect.gen(function* () {
      yield* refuses(old)
      yield* refuses(foreign)
      yield* accepts(next)
    }).pipe(Effect.provide(store(path)))
  })
})

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
