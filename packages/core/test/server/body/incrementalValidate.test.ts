import { assert, describe, it } from "@effect/vitest"
import { SystemOneRequest } from "../../../src/resources/decisions/systemone/schema.ts"
import { ResponsesRequest } from "../../../src/resources/responses/schema.ts"
import { runToEnd } from "../../../src/scheduling/resumable.ts"
import { checkInSlices } from "../../../src/server/body/incrementalValidate.ts"
import { checksOfRows, conversation, decision, echoed, parsed, pausesOf, text, times } from "./slices.ts"

checksOfRows(700)

describe("a check in slices", () => {
  it("pauses at each 64th member where several types of a union may fit, and before it asks a schema", () => {
    for (const [value, least] of [
      [echoed(...times(6_400, () => text), {}), 100],
      [conversation({ type: "new", id: "1", all: times(6_400, String) }), 100],
      [conversation(...times(2_000, () => echoed({}).input[0])), 20]
    ] as const) {
      const pauses = pausesOf(checkInSlices(ResponsesRequest, parsed(value), { errors: "all" }))
      assert.isAtLeast(pauses, least)
    }
  })

  it.each([
    { type: "new", id: "1" },
    { type: "search_results", results: [] }
  ])("finds what is no JSON in unknown items and fields: %j", (fields) => {
    const body = parsed(conversation({ ...fields, all: [...times(5_000, () => 0), 1 / 0] }))
    assert.property(runToEnd(checkInSlices(ResponsesRequest, body, {})), "error")
  })

  it.each([
    [{}, true],
    [{ more: 1 }, false],
    [{ questions: { a: { ...decision.questions.a, more: 1 } } }, false]
  ])("leaves to the schema what it would take fields from: %j fits as it is: %s", (fields, fits) => {
    const body = parsed({ ...decision, state: times(5_000, () => 0), ...fields })
    const found = checkInSlices(SystemOneRequest, body, { errors: "all", onExcessProperty: "ignore" })
    assert.deepStrictEqual(runToEnd(found), { fits })
  })
})
