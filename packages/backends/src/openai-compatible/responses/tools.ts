// The tools of a run: how the model is offered them, and the work of `web_search` and `fetch_url`.
// Source: §4.7; Assumed: ours, the names and parameters that the model sees.
import type * as ApiError from "@leadline/core/errors"
import type { FoundPage, ReadPage, Tool } from "@leadline/core/responses"
import {
  contextSizes,
  type SearchRequest,
  type SearchResponse,
  type SearchResult
} from "@leadline/core/search"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { FetchOptions } from "../../fetch-url/FetchPage.ts"
import type { Dependencies } from "../../kinds/BackendKind.ts"
import { asQuery } from "../answering/messages.ts"
import { sourcesText } from "../answering/sources.ts"
import type { CompletionTool, ToolCall } from "../completion/Completion.ts"
import { listAt, textAt } from "../../json/unknownJson.ts"

/** The most queries of one search. */
const maxQueries = 5

/** Characters of a page that the model reads, and of its excerpt in the response. */
const pageLength = 16_000
const excerptLength = 1_000

const list = (name: string, description: string, maxItems: number) => ({
  type: "object",
  properties: { [name]: { type: "array", items: { type: "string" }, minItems: 1, maxItems, description } },
  required: [name]
})

const toolOf = (tool: Tool, canFetch: boolean): ReadonlyArray<CompletionTool> => {
  if (tool.type === "function") {
    const { description, name, parameters, strict } = tool
    return [{ type: "function", function: { name, description, parameters, strict } }]
  }
  if (tool.type === "web_search") {
    const description = "Searches the web. Gives numbered sources."
    const parameters = list(
      "queries",
      "Short search queries, each about another side of the question.",
      maxQueries
    )
    return [{ type: "function", function: { name: tool.type, description, parameters } }]
  }
  if (tool.type !== "fetch_url" || !canFetch) return []
  const description = "Reads pages of the web by their addresses."
  const parameters = list("urls", "Addresses that begin with http:// or https://.", tool.max_urls ?? 10)
  return [{ type: "function", function: { name: tool.type, description, parameters } }]
}

/** The tools as the model is offered them. Those that nothing here can run are left out. */
export const offeredTools = (tools: ReadonlyArray<Tool>, canFetch: boolean): ReadonlyArray<CompletionTool> =>
  tools.flatMap((tool) => toolOf(tool, canFetch))

/** The parsed call of a tool; undefined where this run has no such tool. */
export type ToolWork =
  | { readonly kind: "search"; readonly call: ToolCall; readonly queries: ReadonlyArray<string> }
  | {
      readonly kind: "fetch"
      readonly call: ToolCall
      readonly urls: ReadonlyArray<string>
      /** Why further addresses are not read. */
      readonly note?: string
    }
  | { readonly kind: "none"; readonly call: ToolCall; readonly reason: string }

/** The result of a call. */
export type ToolOutcome =
  | {
      readonly kind: "search"
      readonly results: ReadonlyArray<SearchResult>
      /** USD, where searches have a price. */
      readonly cost: number | undefined
      /** Why further results are left out. */
      readonly note?: string
    }
  | { readonly kind: "fetch"; readonly text: string; readonly contents: ReadonlyArray<ReadPage> }
  | { readonly kind: "none" }

const parse = Schema.decodeOption(Schema.fromJsonString(Schema.Json))

/** The texts of an argument; models write one in place of a list. */
const textsOf = (args: unknown, name: string): ReadonlyArray<string> => {
  const one =
    textAt(args, name) ??
    textAt(
      args,
      name.replace(/(?:ie)?s$/, (end) => (end === "ies" ? "y" : ""))
    )
  return (one === undefined ? listAt(args, name) : [one]).flatMap((text) =>
    typeof text === "string" && text.trim() !== "" ? [text.trim()] : []
  )
}

/** Reads a call of a tool of this run. */
export const readCall = (tools: ReadonlyArray<Tool>, call: ToolCall): ToolWork => {
  const args = Option.getOrNull(parse(call.arguments))
  const tool = tools.find(({ type }) => type === call.name)
  if (tool?.type === "web_search") {
    const queries = Array.from(new Set(textsOf(args, "queries").map(asQuery))).slice(0, maxQueries)
    return queries.length === 0
      ? { kind: "none", call, reason: "Expected queries: a list of texts." }
      : { kind: "search", call, queries }
  }
  if (tool?.type === "fetch_url") {
    const urls = Array.from(new Set(textsOf(args, "urls"))).slice(0, tool.max_urls ?? 10)
    return urls.length === 0
      ? { kind: "none", call, reason: "Expected urls: a list of addresses." }
      : { kind: "fetch", call, urls }
  }
  return { kind: "none", call, reason: "There is no such tool." }
}

const most = (tokens: number) => Math.min(tokens, 1_000_000)

/** The filters of the tool, as those of a search. */
const filtersOf = (tools: ReadonlyArray<Tool>): Omit<SearchRequest, "query"> => {
  const tool = tools.find((one) => one.type === "web_search")
  const country = tool?.user_location?.country ?? ""
  return {
    ...contextSizes[tool?.search_context_size ?? "low"],
    ...tool?.filters,
    ...(/^[A-Za-z]{2}$/.test(country) && { country }),
    ...(tool?.max_tokens !== undefined && { max_tokens: most(tool.max_tokens) }),
    ...(tool?.max_tokens_per_page !== undefined && { max_tokens_per_page: most(tool.max_tokens_per_page) })
  }
}

/** Searches as the tool says. */
export const search = (
  dependencies: Dependencies,
  tools: ReadonlyArray<Tool>,
  queries: ReadonlyArray<string>
): Effect.Effect<SearchResponse, ApiError.ApiError> => {
  const [first = "", ...others] = queries
  const query = others.length === 0 ? first : queries
  return dependencies.search.create({ ...filtersOf(tools), query })
}

const readPages = Effect.fnUntraced(function* (
  { fetchPage }: Dependencies,
  { note, urls }: Extract<ToolWork, { readonly kind: "fetch" }>,
  options: FetchOptions
): Effect.fn.Return<ToolOutcome> {
  const read = (url: string) => fetchPage?.(url, options) ?? Effect.fail("pages cannot be read here")
  const pages = yield* Effect.forEach(urls, (url) => Effect.result(read(url)), { concurrency: 4 })
  const texts = pages.map((page, at) =>
    Result.isFailure(page)
      ? `${urls[at] ?? ""} could not be read: ${page.failure}.`
      : sourcesText([{ ...page.success, snippet: page.success.text.slice(0, pageLength) }])
  )
  const contents = pages.flatMap((page): ReadonlyArray<ReadPage> => {
    if (Result.isFailure(page)) return []
    const { text, title, url } = page.success
    return [{ url, title, snippet: text.slice(0, excerptLength) }]
  })
  return { kind: "fetch", text: [...texts, ...(note === undefined ? [] : [note])].join("\n"), contents }
})

/** Does the work of a call. A page that cannot be read is told to the model; a search that fails is an error. */
export const perform = (
  dependencies: Dependencies,
  tools: ReadonlyArray<Tool>,
  work: ToolWork,
  fetching: FetchOptions
): Effect.Effect<ToolOutcome, ApiError.ApiError> => {
  if (work.kind === "none") return Effect.succeed({ kind: "none" })
  if (work.kind === "fetch") return readPages(dependencies, work, fetching)
  return Effect.map(search(dependencies, tools, work.queries), ({ results, usage }) => ({
    kind: "search",
    results,
    cost: usage?.cost.total_cost
  }))
}

/** The pages of a run, numbered from 1 on; each page once. */
export const makeSources = () => {
  const all: Array<FoundPage> = []
  return {
    all,
    /** The new ones of some results, and all of them as the model sees them. */
    add: (results: ReadonlyArray<SearchResult>) => {
      const found: Array<FoundPage> = []
      const shown = results.map((result) => {
        const known = all.find(({ url }) => url === result.url)
        const { date, last_updated, snippet, title, url } = result
        const page: FoundPage = known ?? {
          id: all.length + 1,
          url,
          title,
          snippet,
          ...(date !== undefined && { date }),
          ...(last_updated !== undefined && { last_updated }),
          source: "web"
        }
        if (known === undefined) {
          all.push(page)
          found.push(page)
        }
        return { ...result, number: page.id }
      })
      return { found, text: shown.length === 0 ? "No pages were found." : sourcesText(shown) }
    }
  }
}
