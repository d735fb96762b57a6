// A request of System One, as each server takes it.
import type { Question } from "@leadline/core/decisions"
import type * as Schema from "effect/Schema"
import type { DecisionCall } from "../decisions/DecisionServer.ts"
import { instructionsOf, noulMeanings, textOf } from "../decisions/questions.ts"
import type { Flavor } from "./flavors.ts"

/** In place of an empty state, where a server takes none. */
const emptyState = "(empty)"

/** In place of the text of a state that is images alone. */
const imagesAlone = "(see the images)"

const isBlank = (content: Schema.Json): boolean =>
  typeof content === "string"
    ? content.trim() === ""
    : typeof content === "object" && content !== null && Object.keys(content).length === 0

const stateOf = ({ images, state }: DecisionCall, { takesBlank }: Flavor): Schema.Json => {
  if (!isBlank(state)) return state
  if (images.length > 0) return imagesAlone
  return takesBlank ? state : emptyState
}

type Content = (content: Schema.Json) => Schema.Json

const noulCriteria = (
  criteria: { readonly true?: Schema.Json; readonly false?: Schema.Json } | null | undefined,
  { bothCriteria }: Flavor,
  content: Content
): { readonly criteria?: Schema.Json } => {
  const yes = criteria?.true ?? null
  const no = criteria?.false ?? null
  if (yes === null && no === null) return {}
  const sides = Object.entries({ true: yes, false: no } as const).flatMap(([side, meaning]) => {
    if (meaning !== null) return [[side, content(meaning)] as const]
    return bothCriteria ? [[side, noulMeanings[side === "true" ? "true" : "false"]] as const] : []
  })
  return { criteria: Object.fromEntries(sides) }
}

const criteriaOf = (question: Question, flavor: Flavor, content: Content) => {
  if (question.type === "noul") return noulCriteria(question.criteria, flavor, content)
  if (question.type === "score") {
    const level = (entry: Schema.Json, index: number) =>
      !flavor.takesBlank && isBlank(entry) ? String(index) : content(entry)
    return { criteria: question.criteria.map(level) }
  }
  const options = Object.entries(question.criteria)
  return {
    criteria: Object.fromEntries(
      options.map(([name, entry]) => [name, entry === null ? null : content(entry)])
    )
  }
}

const hasInstructions = ({ instructions, type }: Question, flavor: Flavor): boolean =>
  (instructions ?? null) !== null ||
  flavor.instructions === "always" ||
  (flavor.instructions === "noul" && type === "noul")

const encodeQuestion = (question: Question, flavor: Flavor): Schema.Json => {
  const content: Content = (value) => (flavor.content === "text" ? textOf(value) : value)
  return {
    type: question.type,
    ...(hasInstructions(question, flavor) && { instructions: content(instructionsOf(question)) }),
    ...criteriaOf(question, flavor, content)
  }
}

/** The body of a request. Fields that a server may refuse are left out rather than null. */
export const encode = (call: DecisionCall, flavor: Flavor): Schema.Json => ({
  model: call.model,
  state: stateOf(call, flavor),
  questions: Object.fromEntries(
    call.questions.map(({ name, question }) => [name, encodeQuestion(question, flavor)])
  ),
  ...(call.images.length > 0 && { images: [...call.images] })
})
