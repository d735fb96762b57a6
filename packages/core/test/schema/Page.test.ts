// Pages: what a query may ask, and what a page holds.
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { page, PageLimit } from "../../src/schema/index.ts"

const limit = Schema.decodeUnknownResult(PageLimit)

describe("a page limit", () => {
  it.each([1, 50, 200])("of %s is taken", (value) => {
    assert.deepStrictEqual(limit(String(value)), Result.succeed(value))
  })

  it.each(["0", "201", "999", "05", " 5", "5 ", "1e2", "0x10", "", "Infinity", "-1", "1.5", "٥"])(
    "of '%s' is refused",
    (text) => {
      assert.isTrue(Result.isFailure(limit(text)))
    }
  )
})

it("a page holds its items under their own name and keeps unknown fields; without a token it is the last", () => {
  const skills = Schema.decodeUnknownResult(
    page({ skills: Schema.Array(Schema.Struct({ name: Schema.String })) })
  )
  const body = { skills: [{ name: "a" }], next_page_token: "t", total: 3 }
  assert.deepStrictEqual<unknown>(skills(body), Result.succeed(body))
  assert.isTrue(Result.isSuccess(skills({ skills: [] })))
})
