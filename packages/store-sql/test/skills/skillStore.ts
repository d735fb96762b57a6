// A store of skills for one test, and bundles for it.
import { Caller } from "@leadline/core/authentication"
import { SkillFiles, Skills } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import * as Zip from "effect/encoding/Zip"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { layerSkills } from "../../src/index.ts"
import { insertGroup, newTables, testOver } from "../stores.ts"

/** A store of skills in a new directory, with access to its tables. */
export const newSkills = layerSkills().pipe(Layer.provideMerge(newTables))

/** A test over {@link newSkills}. */
export const skillsTest = testOver(newSkills)

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

/** Runs an effect as a caller of a group, which is created if absent. */
export const as =
  (group: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.andThen(
      insertGroup(group),
      Effect.provideService(effect, Caller, { group, key: `key-of-${group}` })
    )

/** Replaces the file of a skill. */
export const update = (skill_id: string, expected_revision: string, name: string) =>
  Effect.flatMap(bundle(name), (file) =>
    Skills.use((skills) => skills.update({ skill_id, expected_revision, file }))
  )

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
