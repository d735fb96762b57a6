// The pepper: its file, its MACs, and rotation.
import { assert, describe, it } from "@effect/vitest"
import { ApiKeys } from "@leadline/core/api-keys"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { createHmac } from "node:crypto"
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { isSigned, sign } from "../../src/crypto/signature.ts"
import { ensureKey, layerPepper, layerPepperFile, Pepper } from "../../src/index.ts"
import { check, directory, store } from "../stores.ts"

const secret = "0123456789abcdef0123456789abcdef"
const key = Redacted.make("some key")
const fromFile = (path: string) => Layer.fresh(layerPepperFile({ directory: path }))
const opened = (path: string) => Effect.provide(Pepper, fromFile(path))
const refusal = (path: string) => Effect.flip(Effect.scoped(Layer.build(fromFile(path))))

describe("the pepper", () => {
  it.effect("is created once, completely, readable by its owner only", () =>
    Effect.gen(function* () {
      const path = yield* directory
      const [one, two] = yield* Effect.all([opened(path), opened(path)], { concurrency: 2 })
      assert.strictEqual(one.version, two.version)
      assert.deepEqual(readdirSync(path), ["pepper"])
      assert.strictEqual(statSync(join(path, "pepper")).mode & 0o777, 0o600)
      assert.match(readFileSync(join(path, "pepper"), "utf8"), /^[0-9a-f]{64}\n$/)
      assert.strictEqual(yield* (yield* opened(path)).mac(key), yield* one.mac(key))
    })
  )

  it.effect("computes HMAC-SHA-256 of a key", () =>
    Effect.gen(function* () {
      const pepper = yield* Pepper
      const wanted = createHmac("sha256", secret).update("some key").digest("hex")
      assert.strictEqual(yield* pepper.mac(key), wanted)
    }).pipe(Effect.provide(layerPepper(Redacted.make(secret))))
  )

  it.effect("that is too short, empty or in a missing directory is a one-line StoreError", () =>
    Effect.gen(function* () {
      const path = yield* directory
      const short = yield* Effect.flip(Effect.scoped(Layer.build(layerPepper(Redacted.make("canary")))))
      assert.strictEqual(short.message, "A pepper must have at least 32 characters.")
      const missing = yield* refusal(join(path, "missing"))
      assert.strictEqual(
        missing.message,
        `The file ${join(path, "missing", "pepper")} cannot be used: its directory does not exist.`
      )
      writeFileSync(join(path, "pepper"), "")
      assert.strictEqual((yield* refusal(path)).message, "A pepper must have at least 32 characters.")
      mkdirSync(join(path, "folder", "pepper"), { recursive: true })
      const folder = yield* refusal(join(path, "folder"))
      assert.strictEqual(
        folder.message,
        `The file ${join(path, "folder", "pepper")} cannot be used: it is a directory.`
      )
    })
  )

  it.effect(
    "renamed to pepper.previous is replaced by a new one: keys of both are valid until it is removed",
    () =>
      Effect.gen(function* () {
        const path = yield* directory
        const foreign = Redacted.make("sk-some/other=form:0123456789")
        const first = yield* Effect.provide(
          Effect.andThen(
            ensureKey({ bootstrap: foreign }),
            ApiKeys.use((keys) => keys.generate({}))
          ),
          store(path)
        )
        const old = Redacted.make(first.auth_token)
        renameSync(join(path, "pepper"), join(path, "pepper.previous"))
        const next = yield* Effect.gen(function* () {
          const pepper = yield* Pepper
          assert.lengthOf(pepper.versions, 2)
          assert.strictEqual(pepper.versions[0], pepper.version)
          assert.strictEqual((yield* ensureKey())._tag, "Existing")
          assert.strictEqual((yield* ensureKey({ bootstrap: foreign }))._tag, "Known")
          const made = yield* ApiKeys.use((keys) => keys.generate({}))
          for (const each of [old, foreign, Redacted.make(made.auth_token)])
            assert.isObject(yield* check(each))
          const other = made.auth_token.slice(0, 18) + first.auth_token.slice(18)
          assert.strictEqual(yield* check(Redacted.make(other)), "AuthenticationError")
          const signature = yield* sign(pepper, "page", "a")
          assert.isTrue(yield* isSigned(pepper, signature, "page", "a"))
          assert.isFalse(yield* isSigned(pepper, signature, "page", "b"))
          return made
        }).pipe(Effect.provide(store(path)))
        rmSync(join(path, "pepper.previous"))
        yield* Effect.gen(function* () {
          assert.strictEqual(yield* check(old), "AuthenticationError")
          assert.strictEqual(yield* check(foreign), "AuthenticationError")
          assert.isObject(yield* check(Redacted.make(next.auth_token)))
        }).pipe(Effect.provide(store(path)))
      })
  )

  it.effect("that is previous still allows its keys to be revoked", () =>
    Effect.gen(function* () {
      const path = yield* directory
      const { auth_token } = yield* Effect.provide(
        ApiKeys.use((keys) => keys.generate({})),
        store(path)
      )
      renameSync(join(path, "pepper"), join(path, "pepper.previous"))
      yield* Effect.gen(function* () {
        yield* ApiKeys.use((keys) => keys.revoke({ auth_token }))
        assert.strictEqual(yield* check(Redacted.make(auth_token)), "AuthenticationError")
      }).pipe(Effect.provide(store(path)))
    })
  )
})
