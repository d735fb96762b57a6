// What is done with a caller's schema: plans its value, and builds and validates it. To be run where it can be ended.
import type { SchemaNode } from "@leadline/core/internal"
import type * as Schema from "effect/Schema"
import { tokenize } from "../text/tokenize.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import type { Decision, Plan } from "./plan.ts"
import { emptyValue, planValue } from "./planValue.ts"
import type { ExtractionScope } from "./scope.ts"
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

/** What comes of it: a plan with the questions for the decisions engine, or a value, if the schema takes one. */
export type SchemaTaskResult =
  | {
      readonly kind: "plan"
      readonly plan: Plan
      readonly decisions: ReadonlyArray<Decision>
    }
  | { readonly kind: "value"; readonly value: Schema.Json; readonly notFound: ReadonlyArray<string> }
  | { readonly kind: "none" }

/** Least probability at which an option, or a yes or no, is taken. */
const minProbability = 0.6

/** A built value with the JSON pointers of what the text does not hold; undefined where a part has no value. */
interface Built {
  readonly value: Schema.Json
  readonly notFound: ReadonlyArray<string>
}

const decided = (plan: Extract<Plan, { readonly kind: "asked" }>, outcome: Outcome | undefined) => {
  const { option, p } = outcome ?? { option: 0, p: 0.5 }
  if (plan.values !== undefined) return p < minProbability ? undefined : plan.values[option]
  return p >= minProbability ? true : p <= 1 - minProbability ? false : undefined
}

const escaped = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1")

const buildValue = (plan: Plan, outcomes: ReadonlyArray<Outcome>, pointer: string): Built | undefined => {
  const emptied = (value: Schema.Json | undefined): Built | undefined =>
    value === undefined ? undefined : { value, notFound: [pointer] }
  switch (plan.kind) {
    case "found":
    case "fixed":
      return { value: plan.value, notFound: [] }
    case "empty":
      return emptied(plan.value)
    case "asked": {
      const value = decided(plan, outcomes[plan.decision])
      return value === undefined ? emptied(plan.empty) : { value, notFound: [] }
    }
    case "object": {
      const entries: Array<readonly [string, Schema.Json]> = []
      const notFound: Array<string> = []
      for (const [name, inner, isRequired] of plan.entries) {
        const path = `${pointer}/${escaped(name)}`
        const built = buildValue(inner, outcomes, path)
        if (built === undefined) return undefined
        if (!isRequired && built.notFound.includes(path)) continue
        entries.push([name, built.value])
        notFound.push(...built.notFound)
      }
      // An object that holds nothing is not found, whatever its schema asks for.
      return { value: Object.fromEntries(entries), notFound: entries.length === 0 ? [pointer] : notFound }
    }
    case "array": {
      const items = plan.items.flatMap((inner, at) => buildValue(inner, outcomes, `${pointer}/${at}`) ?? [])
      const unique = items.filter(({ value }, at) =>
        items.slice(0, at).every((other) => !jsonEquals(value, other.value))
      )
      if (unique.length === 0 || unique.length < plan.min) return emptied(plan.empty)
      return { value: unique.map(({ value }) => value), notFound: unique.flatMap(({ notFound }) => notFound) }
    }
  }
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
  question: question.slice(0, maxQuestion),
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
    if (task.kind === "plan")
      return { kind: "plan", ...planValue(lexicon, task.schema, received(task.scope)) }
    const isValid = makeValidator(task.schema)
    const built = buildValue(task.plan, task.outcomes, "")
    if (built !== undefined && isValid(built.value)) return { kind: "value", ...built }
    // What was found contradicts the rest of the schema, such as its `uniqueItems`.
    const empty = emptyValue(task.schema)
    return empty !== undefined && isValid(empty)
      ? { kind: "value", value: empty, notFound: [""] }
      : { kind: "none" }
  }
