// Requests and responses of the dialect: those of decisions, but as lenient as its clients expect.
// Source: §2.1, §2.2, §2.3; what differs is Assumed: clients.
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { isJsonObject } from "../../../schema/Json.ts"
import { Content, ContentOrNull } from "../../../schema/Content.ts"
import { open } from "../../../schema/open.ts"
import * as limits from "../limits.ts"
import { PolicyResult } from "../policyResult.ts"
import * as decisions from "../schema.ts"
import { ServedState } from "../serverRequest.ts"

interface JsonObject {
  readonly [name: string]: Schema.Json
}

const only = (value: JsonObject, names: ReadonlyArray<string>): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)))

/** An image part without unknown fields; anything else unchanged. */
const knownFields = (part: Schema.Json): Schema.Json => {
  if (!isJsonObject(part) || part["type"] !== "image_url") return part
  const image = part["image_url"]
  return {
    ...only(part, ["type", "image_url"]),
    ...(isJsonObject(image) ? { image_url: only(image, ["url", "detail"]) } : {})
  }
}

/** The content that all questions refer to. Unknown fields of image parts are dropped; all else is content. */
export const State = Content.pipe(
  Schema.decodeTo(
    Schema.toType(ServedState),
    SchemaTransformation.transform({
      decode: (state) => (Array.isArray(state) ? state.map(knownFields) : state),
      encode: (state) => state
    })
  )
)

/** A rating whose levels may have no description. */
export const ScoreQuestion = Schema.Struct({
  ...decisions.ScoreQuestion.fields,
  criteria: Schema.Array(ContentOrNull).check(decisions.count(limits.levels, "levels"))
})

/** One question, with `type` as the discriminator. */
export const Question = Schema.Union([
  decisions.NoulQuestion,
  decisions.ChoiceQuestion,
  ScoreQuestion
]).annotate({ expected: "a question of type noul, choice or score" })

/** {@link Question}, readonly. */
export type Question = typeof Question.Type

/** The request. Unknown fields are dropped at any level. */
export const SystemOneRequest = Schema.Struct({
  model: Schema.optionalKey(Schema.String),
  state: State,
  questions: decisions.questionsOf(Question)
})

/** {@link SystemOneRequest}, readonly. */
export interface SystemOneRequest extends Schema.Schema.Type<typeof SystemOneRequest> {}

/** The mean level, and the probability of each. The legend has null for levels without a description. */
export const ScoreAnswer = open({
  type: Schema.Literal("score"),
  score: Schema.Finite,
  confidence: Schema.Finite,
  legend: Schema.Record(Schema.String, ContentOrNull),
  probabilities: Schema.Record(Schema.String, Schema.Finite)
})

/** The response. */
export const SystemOneResponse = open({
  model: Schema.String,
  answers: Schema.Record(
    Schema.String,
    Schema.Union([decisions.NoulAnswer, decisions.ChoiceAnswer, ScoreAnswer])
  ),
  usage: decisions.Usage,
  policy: Schema.optionalKey(PolicyResult)
})

/** {@link SystemOneResponse}, readonly. */
export interface SystemOneResponse extends Schema.Schema.Type<typeof SystemOneResponse> {}
