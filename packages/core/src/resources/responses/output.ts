// The output of a response: items in order, the answer last. Open: unknown items and fields are kept.
// Source: §2.8; items beyond messages are Assumed: OAS.
import * as Schema from "effect/Schema"
import { open, openEnum, optionalOrNull, unknownKind } from "../../schema/open.ts"

// Assumed: ours.
/**
 * A citation. `start_index` and `end_index` are the UTF-16 range of its `[n]` in the text, end exclusive; `n` is
 * the id of a search result.
 */
export const Annotation = open({
  type: optionalOrNull(openEnum(["url_citation"])),
  /** Where `[n]` begins in the text, in UTF-16 units. */
  start_index: optionalOrNull(Schema.Int),
  /** After the last unit of `[n]`. */
  end_index: optionalOrNull(Schema.Int),
  /** Of the page cited. */
  title: optionalOrNull(Schema.String),
  /** Of the page cited. */
  url: optionalOrNull(Schema.String)
})

/** {@link Annotation}, readonly. */
export interface Annotation extends Schema.Schema.Type<typeof Annotation> {}

/** Text with its citations. */
export const OutputText = open({
  type: openEnum(["output_text"]),
  /** `[n]` refers to the search result of id n. */
  text: Schema.String,
  /** The positions of these marks, and what they cite. */
  annotations: optionalOrNull(Schema.Array(Annotation))
})

/** {@link OutputText}, readonly. */
export interface OutputText extends Schema.Schema.Type<typeof OutputText> {}

/** A message of the assistant. */
export const OutputMessage = open({
  type: Schema.Literal("message"),
  id: Schema.String,
  role: openEnum(["assistant"]),
  status: optionalOrNull(openEnum(["in_progress", "completed"])),
  /** The text in parts; null without text. */
  content: Schema.NullOr(Schema.Array(OutputText))
})

/** A page found; `[id]` in the text refers to it. Unknown dates are left out. */
export const FoundPage = open({
  /** The n of `[n]` in the text. Counts from 1 over the whole response. */
  id: Schema.Int,
  url: Schema.String,
  title: Schema.String,
  /** What the page says about the query. */
  snippet: optionalOrNull(Schema.String),
  /** Day of publication, `YYYY-MM-DD`. */
  date: optionalOrNull(Schema.String),
  /** Day of the last change, `YYYY-MM-DD`. */
  last_updated: optionalOrNull(Schema.String),
  source: optionalOrNull(openEnum(["web"]))
})

/** {@link FoundPage}, readonly. */
export interface FoundPage extends Schema.Schema.Type<typeof FoundPage> {}

/** The results of a search. Ids count from 1 over the whole response. */
export const SearchResults = open({
  type: Schema.Literal("search_results"),
  /** The queries. */
  queries: optionalOrNull(Schema.Array(Schema.String)),
  results: Schema.Array(FoundPage)
})

/** A page read. */
export const ReadPage = open({
  url: Schema.String,
  title: optionalOrNull(Schema.String),
  /** Its text, as far as it was read. */
  snippet: optionalOrNull(Schema.String)
})

/** {@link ReadPage}, readonly. */
export interface ReadPage extends Schema.Schema.Type<typeof ReadPage> {}

/** The pages read. */
export const FetchUrlResults = open({
  type: Schema.Literal("fetch_url_results"),
  contents: Schema.Array(ReadPage)
})

/** A function call for the caller: send its output in a new request, see `requires_action`. */
export const FunctionCall = open({
  type: Schema.Literal("function_call"),
  id: Schema.String,
  /** Repeat it in the `function_call_output`. */
  call_id: Schema.String,
  /** The name of the function. */
  name: Schema.String,
  arguments: Schema.String,
  status: optionalOrNull(openEnum(["in_progress", "completed"])),
  /** Repeat it with the call, if present. */
  thought_signature: optionalOrNull(Schema.String)
})

/** An item of an unknown type. */
export const UnknownItem = unknownKind(
  new Set(["message", "search_results", "fetch_url_results", "function_call"])
)

/** An item, with `type` as the discriminator. */
export const OutputItem = Schema.Union([
  OutputMessage,
  SearchResults,
  FetchUrlResults,
  FunctionCall,
  UnknownItem
]).annotate({ expected: "an output item" })

/** {@link OutputItem}, readonly. */
export type OutputItem = typeof OutputItem.Type
