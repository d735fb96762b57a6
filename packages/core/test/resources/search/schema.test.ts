// Each bound of a search at its most, and one beyond; those of filters are in SearchFilters.test.ts. The numbers are written here again, so that the test proves them.
import { assert, describe, it } from "vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { SearchRequest } from "../../../src/resources/search/index.ts"

const decode = Schema.decodeUnknownResult(Schema.toType(SearchRequest), { onExcessProperty: "error" })
const isTaken = (fields: object) => Result.isSuccess(decode({ query: "tides", ...fields }))

const bounds: ReadonlyArray<
  readonly [what: string, min: number, max: number, fields: (value: number) => object]
> = [
  ["queries", 1, 5, (length) => ({ query: Array.from({ length }, () => "tides") })],
  ["max_results", 1, 20, (max_results) => ({ max_results })],
  ["max_tokens", 1, 1_000_000, (max_tokens) => ({ max_tokens })],
  ["max_tokens_per_page", 1, 1_000_000, (max_tokens_per_page) => ({ max_tokens_per_page })]
]

describe("a search", () => {
  it.each(bounds)("takes %s from %i to %i", (_, min, max, fields) => {
    assert.deepEqual(
      [min, max].map((value) => isTaken(fields(value))),
      [true, true]
    )
  })

  it.each(bounds)("refuses %s beyond %i to %i", (_, min, max, fields) => {
    assert.isFalse([min - 1, max + 1].some((value) => isTaken(fields(value))))
  })
})
