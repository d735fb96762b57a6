// The pepper: its file, and rotation.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ensureKey, layerPepperFile, Pepper } from "../../src/index.ts"
import { generateKey } from "../keys/apiKeysCalls.ts"
import { accepts, directory, losePepper, refuses, rotatePepper, store, test } from "../stores.ts"

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
