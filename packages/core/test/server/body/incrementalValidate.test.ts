import { assert, describe, it } from "@effect/vitest"
import type * as SchemaAST from "effect/SchemaAST"
import { ServedDecisionsRequest as DecisionsRequest } from "../../../src/resources/decisions/serverRequest.ts"
import { SystemOneRequest } from "../../../src/resources/decisions/systemone/schema.ts"
import { ResponsesRequest } from "../../../src/resources/responses/schema.ts"
import { runToEnd } from "../../../src/scheduling/resumable.ts"
import { checkInSlices } from "../../../src/server/body/incrementalValidate.ts"
import {
  checksOfRows,
  conversation,
  decision,
  echoed,
  entries,
  imagePart,
  noul,
  parsed,
  pausesOf,
  text,
  times
} from "./slices.ts"

checksOfRows(700)

describe("a check in slices", () => {
  it("pauses at each 64th member where several types of a union may fit, and before it asks a schema", () => {
    for (const [value, least] of [
      [echoed(...times(6_400, () => text)), 100],
      [echoed(...times(6_400, () => text), {}), 100],
      [conversation({ type: "new", id: "1", all: times(6_400, String) }), 100],
      [conversation(...times(2_000, () => echoed({}).input[0])), 20]
    ] as const) {
      const pauses = pausesOf(checkInSlices(ResponsesRequest, parsed(value), { errors: "all" }))
      assert.isAtLeast(pauses, least)
    }
  })

  it("finds what is no JSON in unknown items and fields", () => {
    const all = [...times(5_000, () => 0), 1 / 0]
    for (const fields of [
      { type: "new", id: "1" },
      { type: "search_results", results: [] }
    ]) {
      const body = parsed(conversation({ ...fields, all }))
      assert.property(runToEnd(checkInSlices(ResponsesRequest, body, {})), "error")
    }
  })

  it("pauses in a single text", () => {
    const body = parsed({ ...decision, state: [imagePart()] })
    assert.isAbove(pausesOf(checkInSlices(DecisionsRequest, body, {})), 8)
  })

  it("leaves to the schema what it would take fields from", () => {
    const options: SchemaAST.ParseOptions = { errors: "all", onExcessProperty: "ignore" }
    const state = times(5_000, () => 0)
    for (const [fields, fits] of [
      [{ state }, true],
      [entries(5_000, () => 0), false],
      [{ more: 1, state }, false],
      [{ questions: { a: { ...noul, more: 1 } }, state }, false]
    ] as const) {
      const body = parsed({ ...decision, ...fields })
      assert.deepStrictEqual(runToEnd(checkInSlices(SystemOneRequest, body, options)), { fits })
    }
  })
})
