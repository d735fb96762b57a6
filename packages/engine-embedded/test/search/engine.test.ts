// The search service over a folder: filters, budgets, snippets.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"
import { Search, type SearchRequest } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { isDocumentation, layerSearch } from "../../src/index.ts"
import { readingTokens } from "../../src/search/engine.ts"
import { estimateAtOnce } from "../../src/text/estimateTokens.ts"
import { corpus, folderOf } from "./support.ts"
import { built, testOver } from "../support/engines.ts"

const test = testOver(await built(layerSearch({ folder: corpus })))

const answer = (request: SearchRequest) =>
  Effect.andThen(
    TestClock.setTime(Date.parse("2026-11-21T08:30:00Z")),
    Search.use((search) => search.create(request))
  )

const puncture = "How do I mend a puncture?"

test("an answer names the page, its dates and the passage that fits", function* () {
  const { results, server_time } = yield* answer({ query: puncture, max_results: 1 })
  assert.strictEqual(server_time, "2026-11-21T08:30:00.000Z")
  const page = { title: "Looking after a bicycle", url: "https://leadline.example/bicycle.md" }
  assert.deepInclude(results[0], { ...page, date: "2026-03-14" })
  assert.match(results[0]?.snippet ?? "", /^## Tyres\n\nCheck the pressure/)
})

test("an answer is the whole page in its order for who reads it, by its size", function* () {
  const reads = { max_tokens: 1_000_000, max_tokens_per_page: readingTokens }
  const { results } = yield* answer({ query: puncture, max_results: 1, ...reads })
  const headings = readFileSync(join(corpus, "bicycle.md"), "utf8").match(/^## .+$/gm)
  assert.isAbove(headings?.length ?? 0, 1)
  assert.deepEqual(results[0]?.snippet.match(/^## .+$/gm), headings)
})

test("an answer to megabytes is that to their beginning", function* () {
  const { results } = yield* answer({ query: `puncture ${"tyre sourdough ".repeat(200_000)}` })
  assert.strictEqual(results[0]?.title, "Looking after a bicycle")
})

const query = "chain water bread refund password garden tooth train house"
const kitchen = "https://kitchen.example/sourdough"
const [bicycle, french, train] = ["bicycle.md", "boulangerie.md", "train.md"]

// Bounds are open. Recency is a window back from now. Denied domains count first.
test.each<readonly [Partial<SearchRequest>, with_: string, without?: string]>([
  [{ search_after_date_filter: "3/13/2026" }, bicycle],
  [{ search_after_date_filter: "3/14/2026" }, "", bicycle],
  [{ search_before_date_filter: "3/14/2026" }, "", bicycle],
  [{ last_updated_after_filter: "01/01/2026" }, bicycle],
  [{ last_updated_before_filter: "01/01/2026" }, "", bicycle],
  [{ search_recency_filter: "month" }, "tides.md", train],
  [{ search_domain_filter: ["kitchen.example"] }, kitchen, bicycle],
  [{ search_domain_filter: ["itchen.example"] }, "", kitchen],
  [{ search_domain_filter: ["-kitchen.example"] }, bicycle, kitchen],
  [{ search_domain_filter: ["kitchen.example", "-example"] }, "", kitchen],
  [{ query: "le pain, le fromage", search_language_filter: ["FR"] }, french, bicycle],
  [{ search_language_filter: ["en"] }, bicycle, french],
  // The mode comes from front matter or from the folder; without one it is the web.
  [{ query: "memory and sleep", search_mode: "academic" }, "academic/sleep.md"],
  [{ query: "net income", search_mode: "sec" }, "sec/annual-report.txt"]
])("by %j is found %j, not %s", function* ([request, wanted, unwanted = ""]) {
  const { results } = yield* answer({ query, max_results: 20, ...request })
  const found = results.map(({ url }) => url.replace("https://leadline.example/", ""))
  if (wanted !== "") assert.include(found, wanted)
  assert.notInclude(found, unwanted)
})

const snippets = Effect.fnUntraced(function* (fields: Partial<SearchRequest>) {
  const { results } = yield* answer({ query: "water", max_results: 20, ...fields })
  return results.map(({ snippet }) => snippet)
})

test("budgets bound each snippet and all together", function* () {
  const free = yield* snippets({})
  assert.isAbove(free.length, 3)
  for (const tokens of [1, 7, 40]) {
    const each = yield* snippets({ max_tokens_per_page: tokens })
    assert.strictEqual(each.length, free.length)
    assert.isTrue(each.every((text) => estimateAtOnce(text) <= tokens && text !== ""))
    assert.isAtMost(estimateAtOnce((yield* snippets({ max_tokens: tokens })).join("")), tokens)
  }
})

test("a snippet ends with a sentence: half of one may say the opposite", function* () {
  const said = "Members may enter at night only if nobody has booked it. "
  const { folder } = yield* folderOf({ "a.md": said.repeat(100) })
  const { results } = yield* Effect.provide(
    answer({ query: "members at night", max_tokens_per_page: 200 }),
    layerSearch({ folder })
  )
  assert.match(results[0]?.snippet ?? "", /booked it\.$/)
})

it.each([
  [true, "README.md docs/operations.md docs/guides/a.md packages/core/README.md apps/rest/README.md"],
  [false, "packages/lab/README.md docs/decisions/0001-first.md docs/sizes.md docs LICENSE tools/README.md"]
])("documentation: %s for %s", (expected, paths) => {
  for (const path of paths.split(" ")) assert.strictEqual(isDocumentation(path), expected, path)
})
