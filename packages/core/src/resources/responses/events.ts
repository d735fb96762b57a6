// The events of a responses stream. Open: unknown kinds and fields are kept.
// Source: §6; kinds, payloads and order are Assumed: OAS.
import * as Schema from "effect/Schema"
import { open, optionalOrNull, unknownKind } from "../../schema/open.ts"
import { FoundPage, OutputItem, ReadPage } from "./output.ts"
import { Response, RunError } from "./schema.ts"

const numbered = {
  // Assumed: seen.
  /** Its place in the stream. Ours count 0, 1, 2 …; gaps are accepted. */
  sequence_number: optionalOrNull(Schema.Int)
}
const thought = {
  ...numbered,
  /** What the model is about, in a sentence. */
  thought: optionalOrNull(Schema.String)
}
const placed = {
  ...numbered,
  /** Which item of `output`, from 0. */
  output_index: Schema.Int
}
const text = {
  ...placed,
  /** The message it is of. */
  item_id: Schema.String,
  /** Which part of the message's `content`, from 0. */
  content_index: Schema.Int
}

/** The response as it stands: `in_progress` in the first two, `completed` or `requires_action` in the last. */
export const StateEvent = open({
  type: Schema.Literals(["response.created", "response.in_progress", "response.completed"]),
  ...numbered,
  response: Response
})

// Assumed: clients.
/** The run failed. An event, not an error: the stream is whole. It holds the response too. */
export const FailedEvent = open({
  type: Schema.Literal("response.failed"),
  ...numbered,
  error: optionalOrNull(RunError),
  response: optionalOrNull(Response)
})

// Assumed: docs.
/** The run was ended early. Our server never sends these. */
export const EndedEvent = open({
  type: Schema.Literals(["response.cancelled", "response.incomplete"]),
  ...numbered,
  response: optionalOrNull(Response)
})

/** An item begins or is whole; both share its `output_index`. */
export const ItemEvent = open({
  type: Schema.Literals(["response.output_item.added", "response.output_item.done"]),
  ...placed,
  /** As it begins, or whole. */
  item: OutputItem
})

/** A piece of text. */
export const TextDelta = open({
  type: Schema.Literal("response.output_text.delta"),
  ...text,
  /** Append it to those before. */
  delta: Schema.String
})

/** The text whole: its deltas joined. */
export const TextDone = open({
  type: Schema.Literal("response.output_text.done"),
  ...text,
  text: Schema.String
})

/** Tools begin or end their work. */
export const ReasoningEvent = open({
  type: Schema.Literals(["response.reasoning.started", "response.reasoning.stopped"]),
  ...thought
})

/** What is searched for. */
export const QueriesEvent = open({
  type: Schema.Literal("response.reasoning.search_queries"),
  ...thought,
  queries: Schema.Array(Schema.String)
})

/** What was found. */
export const ResultsEvent = open({
  type: Schema.Literal("response.reasoning.search_results"),
  ...thought,
  results: Schema.Array(FoundPage)
})

/** Which pages are read. */
export const UrlsEvent = open({
  type: Schema.Literal("response.reasoning.fetch_url_queries"),
  ...thought,
  urls: Schema.Array(Schema.String)
})

/** What they held. */
export const ContentsEvent = open({
  type: Schema.Literal("response.reasoning.fetch_url_results"),
  ...thought,
  contents: Schema.Array(ReadPage)
})

/** Kinds after which nothing follows. */
export const lastKinds: ReadonlySet<string> = new Set([
  "response.completed",
  "response.failed",
  "response.cancelled",
  "response.incomplete"
])

const kinds: ReadonlySet<unknown> = lastKinds

/** An event of an unknown kind. */
export const UnknownEvent = unknownKind(
  new Set([
    ...lastKinds,
    "response.created",
    "response.in_progress",
    "response.output_item.added",
    "response.output_item.done",
    "response.output_text.delta",
    "response.output_text.done",
    "response.reasoning.started",
    "response.reasoning.stopped",
    "response.reasoning.search_queries",
    "response.reasoning.search_results",
    "response.reasoning.fetch_url_queries",
    "response.reasoning.fetch_url_results"
  ])
)

/** One event, with `type` as the discriminator. */
export const ResponseEvent = Schema.Union([
  StateEvent,
  FailedEvent,
  EndedEvent,
  ItemEvent,
  TextDelta,
  TextDone,
  ReasoningEvent,
  QueriesEvent,
  ResultsEvent,
  UrlsEvent,
  ContentsEvent,
  UnknownEvent
]).annotate({ expected: "an event" })

/** {@link ResponseEvent}, readonly. */
export type ResponseEvent = typeof ResponseEvent.Type

/** Its place in the stream, if the event has one. */
export const numberOf = (event: ResponseEvent): number | undefined =>
  "sequence_number" in event && typeof event.sequence_number === "number" ? event.sequence_number : undefined

/** Is it the last event of a stream? */
export const isFinal = ({ type }: ResponseEvent): boolean => kinds.has(type)
