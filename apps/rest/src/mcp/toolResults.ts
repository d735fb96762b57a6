// The results of the tools: their structured content.
import * as Schema from "effect/Schema"

/** What was done otherwise than asked, as `filters-ignored`, or is not in the sources. */
const notice = Schema.optionalKey(Schema.String)

/** What a policy makes of answers; `questions` has the reason of each, and is left out where only headers say it. */
const policy = Schema.optionalKey(
  Schema.Struct({
    name: Schema.String,
    action: Schema.String,
    questions: Schema.optionalKey(Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.Json)))
  })
)

/** Of `decide`, as in the contract: kinds of answers differ in their fields. */
export const Decided = Schema.Struct({
  model: Schema.String,
  answers: Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.Json)),
  usage: Schema.Record(Schema.String, Schema.Json),
  policy,
  notice
})

/** Of `search`. */
export const Found = Schema.Struct({
  id: Schema.String,
  results: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      title: Schema.String,
      url: Schema.String,
      snippet: Schema.String,
      date: Schema.optionalKey(Schema.String),
      last_updated: Schema.optionalKey(Schema.String)
    })
  ),
  notice
})

/** Of `fetch`. */
export const Page = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  text: Schema.String,
  url: Schema.String,
  notice
})

/** Of `ask`. */
export const Answered = Schema.Struct({
  answer: Schema.String,
  citations: Schema.Array(Schema.String),
  response: Schema.Record(Schema.String, Schema.Json),
  notice
})
