// What is done with a caller's schema: plans its value, and builds and validates it. To be run where it can be ended.
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { tokenize } from "../text/tokenize.ts"
import { makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import type { ExtractionScope } from "./field.ts"
import type { Decision, Plan, PlannedValue } from "./plan/plan.ts"
import { planValue } from "./plan/planValue.ts"
import { clearMemoized } from "./readers/memoize.ts"
import type { SchemaNode } from "@leadline/core/internal"
import { jsonEquals, makeValidator } from "./validate.ts"

/** The index of the chosen option (0 for yes), and its probability. */
export interface Outcome {
  readonly option: number
  readonly p: number
}

/** A piece of work on a schema: to plan a value from texts, and to build it once its questions are answered. */
export type SchemaTask =
  | { readonly kind: "plan"; readonly schema: SchemaNode; readonly scope: SentScope }
  | {
      readonly kind: "build"
      readonly schema: SchemaNode
      readonly plan: Plan
      readonly outcomes: ReadonlyArray<Outcome>
    }

/** What comes of it. */
export interface SchemaTaskResult {
  readonly plan?: PlannedValue
  /** The questions of the plan for the decisions engine. */
  readonly decisions: ReadonlyArray<Decision>
  /** The built value, if all of it was found and it satisfies the schema. */
  readonly value?: Schema.Json
  /** Names of required properties that were not found. */
  readonly missing: ReadonlyArray<string>
}

/** Least probability at which an option, and a yes or no, is taken. */
const minChoice = 0.6
const minNoul = 0.65

/** Builds the value of a plan; `undefined` when a required part is undecided. `miss` gets the names of such properties. */
const buildValue = (
  plan: Plan,
  outcomes: ReadonlyArray<Outcome>,
  miss: (name: string) => void
): Schema.Json | undefined => {
  const build = (inner: Plan) => buildValue(inner, outcomes, miss)
  if (plan.kind === "value") return plan.value
  if (plan.kind === "choice") {
    const outcome = outcomes[plan.decision]
    return outcome === undefined || outcome.p < minChoice ? undefined : plan.values[outcome.option]
  }
  if (plan.kind === "noul") {
    const p = outcomes[plan.decision]?.p ?? 0.5
    return p >= minNoul ? true : p <= 1 - minNoul ? false : undefined
  }
  if (plan.kind === "first") {
    for (const inner of plan.plans) {
      const value = build(inner)
      if (value !== undefined) return value
    }
    return undefined
  }
  if (plan.kind === "object") {
    const entries: Array<readonly [string, Schema.Json]> = []
    for (const [name, inner, required] of plan.entries) {
      const value = build(inner)
      if (value !== undefined) entries.push([name, value])
      else if (required) {
        miss(name)
        return undefined
      }
    }
    return entries.length < plan.min ? undefined : Object.fromEntries(entries)
  }
  const values =
    plan.kind === "array"
      ? plan.items.map(build).filter((value) => value !== undefined)
      : plan.values
          .filter((_, index) => (outcomes[plan.decisions[index] ?? 0]?.p ?? 0) >= minNoul)
          .slice(0, plan.max)
  const unique = values.filter((value, index) =>
    values.slice(0, index).every((other) => !jsonEquals(value, other))
  )
  return unique.length < plan.min ? undefined : unique
}

/** Texts of a scope as they are sent to a thread: the tokens of passages are made there. */
export interface SentScope extends Omit<ExtractionScope, "passages" | "earlier"> {
  readonly passages: ReadonlyArray<Omit<ExtractionScope["passages"][number], "tokens">>
  readonly earlier?: SentScope
}

/** Characters sent of a question, at most. */
const maxQuestion = 20_000

/** A scope without what the work does not need. */
export const toSend = ({ earlier, passages, question, ...rest }: ExtractionScope): SentScope => ({
  ...rest,
  question: { ...question, text: question.text.slice(0, maxQuestion), conversationTexts: [] },
  passages: passages.map(({ heading, order, row, source, text }) => ({
    heading,
    order,
    source,
    text,
    ...(row !== undefined && { row })
  })),
  ...(earlier !== undefined && { earlier: toSend(earlier) })
})

const received = ({ earlier, passages, ...rest }: SentScope): ExtractionScope => ({
  ...rest,
  passages: passages.map((passage) => ({ ...passage, tokens: tokenize(passage.text) })),
  ...(earlier !== undefined && { earlier: received(earlier) })
})

/** Makes the function that does such work. */
export const makeSchemaWork =
  (lexicon: Lexicon) =>
  (task: SchemaTask): SchemaTaskResult => {
    if (task.kind === "plan") {
      try {
        return Effect.runSync(planValue(lexicon, task.schema, received(task.scope), makeTimeSlicer()))
      } finally {
        clearMemoized()
      }
    }
    const missing: Array<string> = []
    const value = buildValue(task.plan, task.outcomes, (name) => void missing.push(name))
    if (value === undefined) return { decisions: [], missing }
    return makeValidator(task.schema)(value)
      ? { decisions: [], value, missing }
      : { decisions: [], missing: [] }
  }
