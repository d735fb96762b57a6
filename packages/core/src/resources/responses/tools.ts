// The tools of a responses request. Closed.
// Source: §4.7; names and fields are Assumed: OAS.
import * as Schema from "effect/Schema"
import { notEmpty, within } from "../../schema/checks.ts"
import { ContextSize, UserLocation } from "../../schema/chat/Request.ts"
import { JsonSchema } from "../../schema/JsonSchema.ts"
import { toolFilters, window } from "../../schema/SearchFilters.ts"
import * as limits from "./limits.ts"

const positive = Schema.Int.check(within({ min: 1 }, "a whole number"))

// Assumed: docs.
/** Searches the web. Nothing is searched without this tool in the request or its preset. */
export const WebSearchTool = Schema.Struct({
  type: Schema.Literal("web_search"),
  /** Restricts the pages. */
  filters: Schema.optionalKey(Schema.Struct(toolFilters).check(window)),
  /** Tokens of all snippets of one search. */
  max_tokens: Schema.optionalKey(positive),
  /** Tokens of one snippet. */
  max_tokens_per_page: Schema.optionalKey(positive),
  /** Where the user is. */
  user_location: Schema.optionalKey(UserLocation),
  // Assumed: clients.
  /** How much of the pages found is read. Default low. */
  search_context_size: Schema.optionalKey(ContextSize)
})

/** Reads pages by address, as far as the engine can reach them. */
export const FetchUrlTool = Schema.Struct({
  type: Schema.Literal("fetch_url"),
  /** Addresses per call. */
  max_urls: Schema.optionalKey(Schema.Int.check(within(limits.fetchedAddresses, "a whole number")))
})

/** Searches financial data; engines without such data ignore it. */
export const FinanceSearchTool = Schema.Struct({ type: Schema.Literal("finance_search") })

// Assumed: docs. Names that a caller's function may not have.
const reserved: ReadonlySet<string> = new Set([
  "web_search",
  "search_web",
  "people_search",
  "search_people",
  "fetch_url",
  "finance_search",
  "sandbox"
])

/** A function of the caller: the run stops with `requires_action` and the call to make. */
export const FunctionTool = Schema.Struct({
  type: Schema.Literal("function"),
  /** The name the model uses. */
  name: Schema.String.check(
    notEmpty("a name that is not empty"),
    Schema.makeFilter((name: string) =>
      reserved.has(name) ? "Expected a name that is not one of the service's own tools" : undefined
    )
  ),
  /** When to call it, for the model. */
  description: Schema.optionalKey(Schema.String),
  /** A JSON Schema object: the arguments. */
  parameters: Schema.optionalKey(JsonSchema),
  /** Enforce the schema of the arguments in every part. */
  strict: Schema.optionalKey(Schema.Boolean)
})

/** A tool, with `type` as the discriminator. */
export const Tool = Schema.Union([WebSearchTool, FetchUrlTool, FinanceSearchTool, FunctionTool]).annotate({
  expected: "a tool of type web_search, fetch_url, finance_search or function"
})

/** {@link Tool}, readonly. */
export type Tool =
  | typeof WebSearchTool.Type
  | typeof FetchUrlTool.Type
  | typeof FinanceSearchTool.Type
  | typeof FunctionTool.Type
