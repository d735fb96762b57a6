// Zips of skills.
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import { InvalidRequestError } from "../../../src/errors/ApiError.ts"
import { skillZip } from "../../../src/helpers/files/index.ts"
import { readBundle } from "../../../src/resources/skills/index.ts"

const skill = { path: "SKILL.md", content: "---\nname: tides\ndescription: Reads tide tables.\n---\nRead.\n" }
const other = { path: "data/tides.csv", content: Buffer.from("port,high\nBrest,06:12\n") }

const files = (count: number) => [
  skill,
  ...Array.from({ length: count - 1 }, (_, index) => ({ path: `f/${index}`, content: "" }))
]

const failed = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => assert.fail("it succeeds"),
    (error: unknown) => {
      assert.isTrue(error instanceof InvalidRequestError)
      return error instanceof Error ? error.message : ""
    }
  )

describe("the zip of a skill", () => {
  it("is what the service reads", async () => {
    const bundle = await Effect.runPromise(readBundle(await skillZip([other, skill])))
    assert.deepStrictEqual(bundle, { name: "tides", description: "Reads tide tables." })
  })

  it("has the same bytes for the same files in any order", async () => {
    assert.deepStrictEqual(await skillZip([other, skill]), await skillZip([skill, other]))
  })

  it("is refused as the service would refuse it", async () => {
    assert.include(await failed(skillZip([other])), "no SKILL.md")
    assert.include(await failed(skillZip([skill, { path: "../x", content: "" }])), "not inside it")
    assert.include(await failed(skillZip([skill, skill])), "twice")
    assert.include(await failed(skillZip([{ ...skill, content: "---\nname: A B\n---\n" }])), "front matter")
  })

  it("takes 1,000 files; one more is refused", async () => {
    assert.isAbove((await skillZip(files(1000))).length, 1000)
    assert.include(await failed(skillZip(files(1001))), "1000 files")
  })
})
