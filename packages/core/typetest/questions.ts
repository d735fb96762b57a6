// What the compiler says about mistakes in questions, and where; nothing here runs.
import { mapDecisions } from "@leadline/core/bulk"
import type { Client } from "@leadline/core/client"
import type { DecisionsRequest } from "@leadline/core/decisions"
import { expectTypeOf } from "vitest"
import type { Mistake } from "../src/schema/CompilerMessage.ts"

declare const client: Client

const common = { model: "decider-27b", state: "text" } as const

/** The sentence of a mistake. */
type Said<T> = T extends Mistake<infer Sentence> ? Sentence : never

/** The questions of a request for questions of the type `Q`. */
type Accepted<Q extends DecisionsRequest["questions"]> = DecisionsRequest<Q>["questions"]

type Misspelt = Accepted<{
  readonly a: { readonly type: "noul"; readonly instructions: "?"; readonly critera: "?" }
}>

expectTypeOf<
  Said<Misspelt["a"]["critera"]>
>().toEqualTypeOf<"critera is not a field of a noul question, which has type, instructions and criteria">()

type MisspeltCriterion = Accepted<{
  readonly a: { readonly type: "noul"; readonly criteria: { readonly true: "?"; readonly no: "?" } }
}>

expectTypeOf<
  Said<MisspeltCriterion["a"]["criteria"]["no"]>
>().toEqualTypeOf<"no is not a field of the criteria of a noul question, which has true and false">()

type MisspeltNull = Accepted<{
  readonly a: { readonly type: "choice"; readonly criteria: { readonly b: null }; readonly option: null }
}>

expectTypeOf<
  Exclude<keyof MisspeltNull["a"], "type" | "criteria" | "option">
>().toEqualTypeOf<"option is not a field of a choice question, which has type, instructions and criteria">()

expectTypeOf<
  Said<Accepted<{ readonly a: { readonly type: "noul" } }>["a"]>
>().toEqualTypeOf<"Expected instructions or criteria">()

/** Editors do not offer the sentence as a field. */
expectTypeOf<
  Extract<keyof Accepted<{ readonly a: { readonly type: "noul" } }>["a"], string>
>().toEqualTypeOf<"type">()

/** The only error is at the field itself. */
export const misspelt = () => {
  void client.decisions.create({
    ...common,
    questions: {
      right: { type: "noul", instructions: "?", criteria: null },
      wrong: {
        type: "noul",
        // @ts-expect-error Misspelt.
        instruction: "?"
      }
    }
  })
  void client.decisions.create({
    ...common,
    questions: {
      wrong: {
        type: "noul",
        criteria: {
          true: "?",
          // @ts-expect-error Misspelt.
          no: "?"
        }
      }
    }
  })
  void mapDecisions(client.decisions, ["a"], (state) => ({
    ...common,
    state,
    questions: {
      wrong: {
        type: "noul",
        // @ts-expect-error Misspelt.
        instruction: "?"
      }
    }
  }))
}
