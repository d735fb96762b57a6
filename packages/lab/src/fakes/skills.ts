// Stores of skills and of reviews in memory, and bundles of skills to upload.
import * as Store from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import * as Zip from "effect/encoding/Zip"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"

/** Tables in memory that are gone with the scope. */
export const layerTables = Layer.orDie(
  Layer.merge(
    Sqlite.layer({ filename: ":memory:" }),
    Store.layerPepper(Redacted.make("a pepper for tests, 32 characters"))
  )
)

/** What a store has, over tables of its own. */
const inMemory = <A, E>(stored: Layer.Layer<A, E, Layer.Success<typeof layerTables>>) =>
  Layer.fresh(stored.pipe(Layer.provide(layerTables), Layer.orDie))

/** Skills of a store in memory. */
export const layerSkills = (options?: Store.SkillsOptions) => inMemory(Store.layerSkills(options))

/** The reviews of a server that keeps none. */
export const layerFakeReviews = inMemory(Store.layerReviews(() => false))

const joined = (chunks: ReadonlyArray<Uint8Array>): Uint8Array => new Uint8Array(Buffer.concat([...chunks]))

/** A zip of entries. */
export const zipOf = (...entries: ReadonlyArray<Zip.ContentEntry | Zip.Entry>): Effect.Effect<Uint8Array> =>
  Stream.fromIterable(entries).pipe(
    Stream.pipeThroughChannel(Zip.encode()),
    Stream.runCollect,
    Effect.map(joined),
    Effect.orDie
  )

/** A SKILL.md. */
export const skillFile = (name: string, description = "Reads tide tables.") =>
  `---\nname: ${name}\ndescription: ${description}\nlicense: MIT\n---\n# ${name}\n\nRead the table.\n`

/** The bundle of a skill: SKILL.md and a file beside it, in a folder. */
export const bundle = (name: string, description?: string): Effect.Effect<Uint8Array> =>
  zipOf(
    Zip.directory(name),
    Zip.file(`${name}/SKILL.md`, skillFile(name, description)),
    Zip.file(`${name}/tables/tides.csv`, "port,high\nA,04:12\n")
  )
