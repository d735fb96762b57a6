// Stores on files of their own, gone when the test ends.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as KeyCheck from "@leadline/core/authorization"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Statement from "effect/sql/Statement"
import { layerApiKeys, layerApiKeyVerifier, layerPepperFile } from "../src/index.ts"
import * as Sqlite from "../src/database/sqlite.ts"

/** A new directory, removed with the scope. */
export const directory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "leadline-store-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** The file a store keeps its keys in. */
export const file = (path: string) => join(path, "leadline.db")

/** Tables and pepper in a directory, and nothing that looks at them by the clock. */
export const tables = (path: string) =>
  Layer.fresh(Layer.mergeAll(Sqlite.layer({ filename: file(path) }), layerPepperFile({ directory: path })))

/**
 * A whole store in a directory: opening it twice is what two processes, or a restart, do. It reads the table of
 * revocations twice a second: set a far time before it is built.
 */
export const store = (path: string) =>
  Layer.fresh(Layer.mergeAll(layerApiKeyVerifier, layerApiKeys()).pipe(Layer.provideMerge(tables(path))))

/** A store of its own for one test. */
export const newStore = Layer.unwrap(Effect.map(directory, store))

/** The group and id behind a key, or the tag of the failure. */
export const check = (key: Redacted.Redacted) =>
  Effect.flatMap(KeyCheck.KeyCheck, (keys) => keys.check(key)).pipe(
    Effect.catch((error) => Effect.succeed(error._tag))
  )

/** Number of writes an effect makes. */
export const countWrites = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  let count = 0
  yield* Effect.provideService(effect, Statement.CurrentTransformer, (statement) => {
    if (/^\s*(?:UPDATE|INSERT)/.test(statement.compile()[0])) count++
    return Effect.succeed(statement)
  })
  return count
})
