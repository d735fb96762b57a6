// Plans values that are chosen from a list.
import type * as Schema from "effect/Schema"
import type { Ranked } from "../question-answering/rankPassages.ts"
import type { Field, Scope } from "./field.ts"
import type { Plan } from "./plan.ts"
import { value } from "./plan.ts"
import type { PlanContext } from "./planContext.ts"

/** The decisions engine takes this many options. */
const mostOptions = 255

/** The longest text that is sent to the decisions engine, in characters. */
const stateLength = 6_000

/** The passages that a decision is made on, best first; the question itself when there are none. */
export const stateOf = (ranked: ReadonlyArray<Ranked>, scope: Scope): string => {
  const texts: Array<string> = []
  let length = 0
  for (const { passage } of ranked) {
    length += passage.text.length
    if (length > stateLength) break
    texts.push(passage.text)
  }
  return texts.length === 0 ? scope.question.text : texts.join("\n")
}

/** An option as text. */
export const nameOf = (option: Schema.Json): string =>
  typeof option === "string" ? option : JSON.stringify(option)

/** Plans a choice between the values of an `enum`. */
export const planOptions = (
  { decide }: PlanContext,
  options: ReadonlyArray<Schema.Json>,
  field: Field,
  ranked: ReadonlyArray<Ranked>,
  here: Scope
): Plan => {
  const [only] = options
  if (options.length === 1 && only !== undefined) return value(only, true)
  const state = stateOf(ranked, here)
  const lower = state.toLowerCase()
  // More options than can be asked: those that stand in the text go first.
  const kept =
    options.length <= mostOptions
      ? options
      : [
          ...options.filter((option) => lower.includes(nameOf(option).toLowerCase())),
          ...options.filter((option) => !lower.includes(nameOf(option).toLowerCase()))
        ].slice(0, mostOptions)
  const byName = new Map(kept.map((option) => [nameOf(option), option]))
  const decision = decide({
    state,
    instructions: `${here.question.text} ${field.about}`.trim(),
    kind: "choice",
    options: [...byName.keys()]
  })
  return { kind: "choice", decision, values: [...byName.values()] }
}
