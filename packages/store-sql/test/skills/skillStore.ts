// A store of skills for one test, and bundles for it.
import { Caller } from "@leadline/core/authentication"
import { SkillFiles, Skills } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import * as Zip from "effect/encoding/Zip"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { layerSkills, type SkillsOptions } from "../../src/index.ts"
import { directory, tables } from "../stores.ts"

/** A store of skills in a new directory, with access to its tables. */
export const newSkills = (options?: SkillsOptions) =>
  layerSkills(options).pipe(Layer.provideMerge(Layer.unwrap(Effect.map(directory, tables))))

/** The same in a given directory. Opening it twice simulates a restart. */
export const skillsIn = (path: string) => layerSkills().pipe(Layer.provideMerge(tables(path)))

/** A zip with a SKILL.md of a name, and a file of `ballast` bytes. */
export const bundle = (name: string, ballast = 0): Effect.Effect<Uint8Array> =>
  Stream.make(
    Zip.file("SKILL.md", `---\nname: ${name}\ndescription: About ${name}.\n---\n`, { method: "Store" }),
    Zip.file("ballast", new Uint8Array(ballast), { method: "Store" })
  ).pipe(
    Stream.pipeThroughChannel(Zip.encode()),
    Stream.runCollect,
    Effect.map((chunks) => new Uint8Array(Buffer.concat([...chunks]))),
    Effect.orDie
  )

/** Creates a skill. */
export const create = (name: string) =>
  Effect.flatMap(bundle(name), (file) => Skills.use((skills) => skills.create({ file })))

/** Runs a test from a time on, which is set before its store opens. */
export const startingAt =
  (time: string) =>
  <A, E, R>(test: Effect.Effect<A, E, R>) =>
    Effect.andThen(TestClock.setTime(Date.parse(time)), test)

/** Runs an effect as a caller of a group, which is created if absent. */
export const as =
  (group: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO api_group ${sql.insert({ id: group, name: group, created_at: 0 })}
        ON CONFLICT DO NOTHING`
      return yield* Effect.provideService(effect, Caller, { group, key: `key-of-${group}` })
    })

/** The tag of an effect's error, or `success`. */
export const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onFailure: ({ _tag }) => _tag, onSuccess: () => "success" })

/** The token of a download URL. */
export const tokenOf = (url: string) => url.slice(url.lastIndexOf("/") + 1)

/** All bytes of the file behind a download URL. */
export const open = (url: string) =>
  Effect.gen(function* () {
    const { piece } = yield* (yield* SkillFiles).open(tokenOf(url))
    const pieces: Array<Uint8Array> = []
    for (let content; (content = yield* piece(pieces.length)) !== undefined;) pieces.push(content)
    return new Uint8Array(Buffer.concat(pieces))
  })
