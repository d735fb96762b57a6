// The pepper: its file, its MACs, and rotation.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { createHmac } from "node:crypto"
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ensureKey, layerPepper, layerPepperFile, Pepper } from "../../src/index.ts"
import { generateKey } from "../keys/apiKeysCalls.ts"
import { accepts, directory, losePepper, refuses, rotatePepper, store } from "../stores.ts"
import { test, testOver } from "../effects.ts"

const secret = "0123456789abcdef0123456789abcdef"
const someKey = Redacted.make("some key")
const fromFile = (path: string) => Layer.fresh(layerPepperFile({ directory: path }))
const opened = (path: string) => Effect.provide(Pepper, fromFile(path))
const refusal = (path: string) => Effect.flip(Effect.scoped(Layer.build(fromFile(path))))

describe("the pepper", () => {
  test("is created once, completely, readable by its owner only", function* () {
    const path = yield* directory
    const [one, two] = yield* Effect.all([opened(path), opened(path)], { concurrency: 2 })
    assert.strictEqual(one.version, two.version)
    assert.deepEqual(readdirSync(path), ["pepper"])
    assert.strictEqual(statSync(join(path, "pepper")).mode & 0o777, 0o600)
    assert.match(readFileSync(join(path, "pepper"), "utf8"), /^[0-9a-f]{64}\n$/)
    assert.strictEqual((yield* opened(path)).mac(someKey), one.mac(someKey))
  })

  testOver(layerPepper(Redacted.make(secret)))("computes HMAC-SHA-256 of a key", function* () {
    const pepper = yield* Pepper
    const wanted = createHmac("sha256", secret).update("some key").digest("hex")
    assert.strictEqual(pepper.mac(someKey), wanted)
  })

  test("that is too short, empty or in a missing directory is a one-line StoreError", function* () {
    const path = yield* directory
    assert.match((yield* refusal(join(path, "missing"))).message, /its directory does not exist\.$/)
    writeFileSync(join(path, "pepper"), "x".repeat(31))
    assert.strictEqual((yield* refusal(path)).message, "A pepper must have at least 32 characters.")
    mkdirSync(join(path, "folder", "pepper"), { recursive: true })
    assert.match(
      (yield* refusal(join(path, "folder"))).message,
      /pepper cannot be used: it is a directory\.$/
    )
  })

  test("renamed to pepper.previous is replaced by a new one: keys of both are valid until it is removed", function* () {
    const path = yield* directory
    const foreign = Redacted.make("sk-some/other=form:0123456789")
    const old = yield* Effect.provide(
      Effect.andThen(ensureKey({ bootstrap: foreign }), generateKey),
      store(path)
    )
    yield* rotatePepper(path)
    const next = yield* Effect.gen(function* () {
      const pepper = yield* Pepper
      assert.lengthOf(pepper.versions, 2)
      assert.strictEqual(pepper.versions[0], pepper.version)
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
