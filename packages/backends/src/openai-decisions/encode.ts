// A request of OpenAI's Decisions.
import type { Question } from "@leadline/core/decisions"
import type * as Schema from "effect/Schema"
import { isImage } from "../decisions/images.ts"
import type { DecisionCall } from "../decisions/DecisionServer.ts"
import { instructionsOf, textOf } from "../decisions/questions.ts"

/** In place of an empty text, which servers refuse. */
const empty = "(empty)"

const shown = (content: Schema.Json): string => {
  const text = textOf(content)
  return text.trim() === "" ? empty : text
}

/** One part of a state with images, in its place. */
const partOf = (part: Schema.Json): Schema.Json => {
  if (!isImage(part)) return { type: "input_text", text: shown(part) }
  const { detail, url } = part.image_url
  return { type: "input_image", image_url: url, ...(detail !== undefined && { detail }) }
}

/** Text, or one message where there are images. JSON becomes text: `input_json` is OpenAI's alone. */
const inputOf = (state: Schema.Json): Schema.Json => {
  if (!Array.isArray(state)) return shown(state)
  const parts: ReadonlyArray<Schema.Json> = state
  return parts.some(isImage) ? [{ role: "user", content: parts.map(partOf) }] : shown(parts)
}

/** The instructions of a noul, followed by what yes and no mean. */
const predicateOf = (question: Extract<Question, { readonly type: "noul" }>): string => {
  const { criteria } = question
  const meanings = (["true", "false"] as const).flatMap((side) => {
    const meaning = criteria?.[side] ?? null
    return meaning === null ? [] : [`Criteria for ${side}:\n${textOf(meaning)}`]
  })
  return [shown(instructionsOf(question)), ...meanings].join("\n\n")
}

/** The labels of levels: their texts, or where these are empty or equal their indexes. */
export const levelsOf = (
  criteria: ReadonlyArray<Schema.Json>
): ReadonlyArray<{ readonly label: string; readonly description?: string }> => {
  const texts = criteria.map(textOf)
  const areLabels = new Set(texts).size === texts.length && texts.every((text) => text.trim() !== "")
  return texts.map((text, level) => {
    if (areLabels) return { label: text }
    return { label: String(level), ...(text.trim() !== "" && { description: text }) }
  })
}

const encodeQuestion = (name: string, question: Question): Schema.Json => {
  if (question.type === "noul") return { type: "predicate", name, instructions: predicateOf(question) }
  const instructions = shown(instructionsOf(question))
  if (question.type === "score")
    return {
      type: "score",
      name,
      instructions,
      levels: levelsOf(question.criteria).map((level) => ({ ...level }))
    }
  const choices = Object.entries(question.criteria).map(([value, description]) => ({
    value,
    ...(description !== null && { description: textOf(description) })
  }))
  return { type: "choice", name, instructions, choices }
}

/** The body of a request: questions in the order of their names. */
export const encode = ({ questions, model, state }: DecisionCall): Schema.Json => ({
  model,
  input: inputOf(state),
  questions: questions.map(({ name, question }) => encodeQuestion(name, question))
})
