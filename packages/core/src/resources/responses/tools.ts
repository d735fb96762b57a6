// The tools a responses request may offer the model. Closed.
// Source: §4.7; names and fields are Assumed: OAS.
import * as Schema from "effect/Schema"
import { ContextSize, UserLocation } from "../../schema/chat/Request.ts"
import { toolFilters, window } from "../../schema/SearchFilters.ts"
import * as limits from "./limits.ts"

const positive = Schema.Int.check(
  Schema.isGreaterThanOrEqualTo(1, { expected: "a whole number of at least 1" })
)

/** Searches the web. Without it, and without a preset that has it, nothing is searched. Assumed: docs. */
export const WebSearchTool = Schema.Struct({
  type: Schema.Literal("web_search"),
  /** Which pages count. */
  filters: Schema.optionalKey(Schema.Struct(toolFilters).check(window)),
  /** Tokens of all snippets of one search together. */
  max_tokens: Schema.optionalKey(positive),
  /** Tokens of one snippet. */
  max_tokens_per_page: Schema.optionalKey(positive),
  /** Where the user is. */
  user_location: Schema.optionalKey(UserLocation),
  /** Assumed: clients. */
  search_context_size: Schema.optionalKey(ContextSize)
})

/** Reads pages by address, those the engine can reach. */
export const FetchUrlTool = Schema.Struct({
  type: Schema.Literal("fetch_url"),
  /** Addresses one call may read. */
  max_urls: Schema.optionalKey(
    Schema.Int.check(
      Schema.isBetween(
        { minimum: limits.fetchedAddresses.min, maximum: limits.fetchedAddresses.max },
        { expected: `a whole number from ${limits.fetchedAddresses.min} to ${limits.fetchedAddresses.max}` }
      )
    )
  )
})

/** Searches financial data; an engine without any ignores it. */
export const FinanceSearchTool = Schema.Struct({ type: Schema.Literal("finance_search") })

/** Assumed: docs. Names a function of the caller's may not have. */
const reserved: ReadonlySet<string> = new Set([
  "web_search",
  "search_web",
  "people_search",
  "search_people",
  "fetch_url",
  "finance_search",
  "sandbox"
])

/** A function of the caller's: the run stops at `requires_action` with the call to make. */
export const FunctionTool = Schema.Struct({
  type: Schema.Literal("function"),
  /** What the model calls it. */
  name: Schema.NonEmptyString.check(
    Schema.makeFilter((name: string) =>
      reserved.has(name) ? "Expected a name that is not one of the service's own tools" : undefined
    )
  ),
  /** When to call it, for the model. */
  description: Schema.optionalKey(Schema.String),
  parameters: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)),
  /** Ask for arguments that fit in every part. */
  strict: Schema.optionalKey(Schema.Boolean)
})

/** One tool, told apart by `type`. */
export const Tool = Schema.Union([WebSearchTool, FetchUrlTool, FinanceSearchTool, FunctionTool]).annotate({
  expected: "a tool of type web_search, fetch_url, finance_search or function"
})

/** {@link Tool}, readonly. */
export type Tool = typeof Tool.Type
