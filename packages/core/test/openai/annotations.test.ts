import { expect, it } from "vitest"
import { citedByChat } from "../../src/openai/annotations.ts"

const pages = { citations: ["https://a.test/", "https://b.test/"], search_results: [{ title: "A" }] }

const of = (start_index: number, url: string, title: string) => ({
  type: "url_citation",
  url_citation: { start_index, end_index: start_index + 3, title, url }
})

const cited = (times: number) => citedByChat("[1]".repeat(times), pages).annotations?.length

it("a text cites the pages that it has the numbers of, where they stand", () => {
  expect(citedByChat("\u{1f30a} [2] and [0], [1] [3] [x]", pages)).toEqual({
    annotations: [of(3, "https://b.test/", ""), of(16, "https://a.test/", "A")]
  })
  expect(citedByChat("[1]", {})).toEqual({})
})

it("a text has at most 1,000 annotations", () => {
  expect([999, 1_000, 1_001].map(cited)).toEqual([999, 1_000, 1_000])
})
