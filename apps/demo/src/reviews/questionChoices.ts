// Questions of a review as choices by number, and answers in words.
import type { AnswerOf, Question } from "@leadline/core/decisions"

/** A label: yes or no, the name of an option, or the index of a level. */
export type Label = boolean | string | number

/** One choice: what it is called, and the label that it gives. */
export interface Choice {
  readonly text: string
  readonly label: Label
}

/** Text of a value of JSON. */
export const textOf = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value, null, 2)

const described = (name: string, meaning: unknown): string =>
  meaning === null || meaning === undefined ? name : `${name}: ${textOf(meaning)}`

/** The choices of a question, in the order of their numbers. */
export const choicesOf = (question: Question): ReadonlyArray<Choice> => {
  if (question.type === "noul") {
    const { false: no, true: yes } = question.criteria ?? {}
    return [
      { text: described("yes", yes), label: true },
      { text: described("no", no), label: false }
    ]
  }
  return question.type === "choice"
    ? Object.entries(question.criteria).map(([name, meaning]) => ({
        text: described(name, meaning),
        label: name
      }))
    : question.criteria.map((meaning, level) => ({ text: described(String(level), meaning), label: level }))
}

/** The choice that a key presses: 1 to 9. */
export const choiceOfKey = (key: string, choices: ReadonlyArray<Choice>): Choice | undefined =>
  /^[1-9]$/.test(key) ? choices[Number(key) - 1] : undefined

/** What the model answered: its label, and the probability of it. */
export const answered = (answer: AnswerOf<Question>): { readonly label: Label; readonly p: number } => {
  if (answer.type === "noul") {
    return { label: answer.noul >= 0.5, p: Math.max(answer.noul, 1 - answer.noul) }
  }
  const entries: ReadonlyArray<readonly [string, number]> = Object.entries(answer.probabilities)
  const [best = "", p = 0] =
    answer.type === "choice"
      ? (entries.find(([name]) => name === answer.choice) ?? [])
      : (entries.toSorted(([, a], [, b]) => b - a)[0] ?? [])
  return { label: answer.type === "choice" ? best : Number(best), p }
}

/** A label in words. */
export const labelText = (label: Label): string =>
  typeof label === "boolean" ? (label ? "yes" : "no") : String(label)

const isImage = /^data:image\/(?:png|jpeg|webp|gif);base64,/

/** The images in a state, as data URLs, and the state without their bytes. */
export const imagesOf = (
  state: unknown
): { readonly images: ReadonlyArray<string>; readonly text: string } => {
  const images: Array<string> = []
  const text = JSON.stringify(
    state,
    (_name, value: unknown) => {
      if (typeof value !== "string" || !isImage.test(value)) return value
      images.push(value)
      return `image ${images.length}`
    },
    2
  )
  if (typeof state === "string") return { images, text: state }
  const fields = Object.entries(Object(JSON.parse(text)))
  const isFlat = !Array.isArray(state) && fields.every(([, value]) => typeof value !== "object")
  return {
    images,
    text: isFlat ? fields.map(([name, value]) => `${name}: ${String(value)}`).join("\n") : text
  }
}
