// Requests and responses of decisions.
// Source: §2.1, §2.2, §2.3.
import * as Schema from "effect/Schema"
import { Content, ContentOrNull } from "../../schema/Content.ts"
import { modelOf } from "../../schema/models.ts"
import { open, optionalOrNull } from "../../schema/open.ts"
import { Answer, Usage } from "./answers.ts"
import type { CheckedQuestions } from "./checkedQuestions.ts"
import { imageForm } from "./imageForm.ts"
import * as limits from "./limits.ts"
import { PolicyResult, type QuestionResult } from "./policyResult.ts"

export { Answer, ChoiceAnswer, NoulAnswer, ScoreAnswer, Usage } from "./answers.ts"

// Assumed: ours, for the message.
/** Checks the number of entries of an object or array. */
export const count = ({ max, min }: { readonly min: number; readonly max: number }, what: string) =>
  Schema.makeFilter<object>(
    (value) => {
      const size = Array.isArray(value) ? value.length : Object.keys(value).length
      return size >= min && size <= max ? undefined : `Expected ${min} to ${max} ${what}, got ${size}`
    },
    {
      toJsonSchema: ({ type }) =>
        type === "array" ? { minItems: min, maxItems: max } : { minProperties: min, maxProperties: max }
    }
  )

/** The models of decisions. `decider-27b-v0` pins the current version. Clients send other names too. */
export const Model = modelOf(["decider-27b", "decider-27b-v0"])

/** {@link Model}. */
export type Model = typeof Model.Type

/** A yes-or-no question, answered with the probability of yes. Needs instructions or criteria. */
export const NoulQuestion = Schema.Struct({
  type: Schema.Literal("noul"),
  /** The question or statement to check. */
  instructions: Schema.optionalKey(ContentOrNull),
  /** What yes and no mean. */
  criteria: optionalOrNull(
    Schema.Struct({
      /** What yes means. */
      true: Schema.optionalKey(ContentOrNull),
      /** What no means. */
      false: Schema.optionalKey(ContentOrNull)
    })
  )
}).check(
  Schema.makeFilter(({ criteria, instructions }) =>
    (instructions ?? criteria?.true ?? criteria?.false ?? null) === null
      ? "Expected instructions or criteria"
      : undefined
  )
)

/** A question with named options, answered with the most probable one and all probabilities. */
export const ChoiceQuestion = Schema.Struct({
  type: Schema.Literal("choice"),
  /** What to decide. */
  instructions: Schema.optionalKey(ContentOrNull),
  /** Option name to what it means; null lets the name speak for itself. 1 to 255 options. */
  criteria: Schema.Record(Schema.String, ContentOrNull).check(count(limits.options, "options"))
})

/** A rating on ordered levels from 0, answered with their probability-weighted mean. */
export const ScoreQuestion = Schema.Struct({
  type: Schema.Literal("score"),
  /** What to rate. */
  instructions: Schema.optionalKey(ContentOrNull),
  /** What each level means, from 0 up. 1 to 10 levels. */
  criteria: Schema.Array(Content).check(count(limits.levels, "levels"))
})

/** One question, with `type` as the discriminator. */
export const Question = Schema.Union([NoulQuestion, ChoiceQuestion, ScoreQuestion]).annotate({
  expected: "a question of type noul, choice or score"
})

/** {@link NoulQuestion}, readonly. */
export interface NoulQuestion extends Schema.Schema.Type<typeof NoulQuestion> {}

/** {@link ChoiceQuestion}, readonly. */
export interface ChoiceQuestion extends Schema.Schema.Type<typeof ChoiceQuestion> {}

/** {@link ScoreQuestion}, readonly. */
export interface ScoreQuestion extends Schema.Schema.Type<typeof ScoreQuestion> {}

/** {@link Question}, readonly. */
export type Question = NoulQuestion | ChoiceQuestion | ScoreQuestion

const named = Schema.makeFilter(
  (questions: object) =>
    Object.hasOwn(questions, "") ? "Expected question names that are not empty" : undefined,
  { toJsonSchema: () => ({ propertyNames: { minLength: 1 } }) }
)

/** A schema of questions by name: 1 to 128, no empty name. */
export const questionsOf = <Q extends Schema.Top>(question: Q) =>
  Schema.Record(Schema.String, question).check(count(limits.questions, "entries"), named)

/** The request. Closed: unknown fields are an error. */
export const DecisionsRequest = Schema.Struct({
  /** The model to use. */
  model: Model,
  /** What all questions refer to: text, JSON, or parts with images. */
  state: Content.check(imageForm),
  /** By names you choose; each is answered under its name. */
  questions: questionsOf(Question)
})

/** The response. Open: unknown fields are kept. */
export const DecisionsResponse = open({
  model: Schema.String,
  answers: Schema.Record(Schema.String, Answer).check(
    Schema.makeFilter((answers: { readonly [name: string]: Answer }) =>
      Object.keys(answers).length > 0 ? undefined : "Expected at least one answer"
    )
  ),
  usage: Usage,
  /** What the policy of the request makes of the answers; absent without one. */
  policy: Schema.optionalKey(PolicyResult)
})

/** Questions by name; the caller chooses the names. */
export type Questions = { readonly [name: string]: Question }

/** The request as callers write it; `Q` keeps the literal names of questions and options. */
export interface DecisionsRequest<Q extends Questions = Questions> {
  /** `decider-27b`, or a fixed version. */
  readonly model: Model
  /** Text, or an object or array of JSON values. */
  readonly state: string | object
  /** By names you choose; each is answered under its name. */
  readonly questions: Q & CheckedQuestions<Q>
}

/** The type of the answer to a question, by its type and criteria. */
export type AnswerOf<Q extends Question> = Q extends { readonly type: "choice"; readonly criteria: infer C }
  ? {
      readonly type: "choice"
      /** The most probable option. */
      readonly choice: keyof C & string
      /** 0 to 1. Ranks answers to the same question; not a calibrated probability. */
      readonly confidence: number
      /** Option name to probability; the sum is about 1. */
      readonly probabilities: { readonly [Name in keyof C & string]: number }
    }
  : Q extends { readonly type: "score"; readonly criteria: infer C }
    ? {
        readonly type: "score"
        /** Probability-weighted mean of the level indices, from 0. May fall between levels. */
        readonly score: number
        /** 0 to 1. Ranks answers to the same question; not a calibrated probability. */
        readonly confidence: number
        /** Level index to its criteria entry. */
        readonly legend: { readonly [Level in LevelOf<C>]: Content }
        /** Level index to probability; the sum is about 1. */
        readonly probabilities: { readonly [Level in LevelOf<C>]: number }
      }
    : {
        readonly type: "noul"
        /** Probability of yes, 0 to 1. Near 0.5 means unsure. */
        readonly noul: number
      }

type LevelOf<C> = C extends readonly [unknown, ...ReadonlyArray<unknown>] ? keyof C & `${number}` : string

/** The response to a request: names, types and option names are those of its questions. */
export interface DecisionsResponse<Q extends Questions = Questions> {
  /** The name as in the request. */
  readonly model: string
  /** One answer per question, under its name and of its type. */
  readonly answers: { readonly [Name in keyof Q]: AnswerOf<Q[Name]> }
  readonly usage: Usage
  /** What the policy of the request makes of the answers; absent without one. */
  readonly policy?: PolicyResult & { readonly questions: { readonly [Name in keyof Q]: QuestionResult } }
}
