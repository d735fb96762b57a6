// Zips of skills.
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import { InvalidRequestError } from "../../../src/errors/ApiError.ts"
import { skillZip } from "../../../src/helpers/files/index.ts"
import { readBundle } from "../../../src/resources/skills/index.ts"
import { rejection } from "../../fixtures/rejection.ts"

const skill = { path: "SKILL.md", content: "---\nname: tides\ndescription: Reads tide tables.\n---\nRead.\n" }
const other = { path: "data/tides.csv", content: Buffer.from("port,high\nBrest,06:12\n") }

const files = (count: number) => [
  skill,
  ...Array.from({ length: count - 1 }, (_, index) => ({ path: `f/${index}`, content: "" }))
]

describe("the zip of a skill", () => {
  it("is what the service reads", async () => {
    const bundle = await Effect.runPromise(readBundle(await skillZip([other, skill])))
    assert.deepStrictEqual(bundle, { name: "tides", description: "Reads tide tables." })
  })

  it("has the same bytes for the same files in any order", async () => {
    assert.deepStrictEqual(await skillZip([other, skill]), await skillZip([skill, other]))
  })

  it("takes 1,000 files", async () => {
    assert.isAbove((await skillZip(files(1000))).length, 1000)
  })

  it.each([
    ["no SKILL.md", [other]],
    ["not inside it", [skill, { path: "../x", content: "" }]],
    ["twice", [skill, skill]],
    ["front matter", [{ ...skill, content: "---\nname: A B\n---\n" }]],
    ["1000 files", files(1001)]
  ])("is refused as the service would refuse it: %s", async (words, given) => {
    const error = await rejection(skillZip(given))
    assert.instanceOf(error, InvalidRequestError)
    assert.include(String(error), words)
  })
})
