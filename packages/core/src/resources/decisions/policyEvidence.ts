// Questions and answers as policies see them: one text for equal questions, classes, and decimals.
// Assumed: ours.
import type { AnsweredBy } from "../../validation/ServedRequest.ts"
import type { Answer, Question } from "./schema.ts"

/** A JSON value whose objects have their fields in one order. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== "object" || value === null) return value
  const entries = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, field]) => [name, sorted(field)])
  )
}

/** A question without the order of its fields. That of options counts: models see it. */
const questionForm = (question: Question): unknown => {
  const { instructions = null, type } = question
  if (question.type === "noul") {
    const { false: no = null, true: yes = null } = question.criteria ?? {}
    return [type, sorted(instructions), sorted(yes), sorted(no)]
  }
  const options = Object.entries(question.criteria).map(([name, text]) => [name, sorted(text)])
  return [type, sorted(instructions), options]
}

/** A text that is the same for questions that mean the same to a model: policies have its SHA-256. */
export const questionsText = (questions: { readonly [name: string]: Question }): string =>
  JSON.stringify(
    Object.entries(questions)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, question]) => [name, questionForm(question)])
  )

/** The classes of a question, as labels name them. */
export const classesOf = (question: Question): ReadonlyArray<string> =>
  question.type === "noul" ? ["no", "yes"] : Object.keys(question.criteria)

/** An answer as probabilities of the classes of its question, and the class that it names. */
export const toProbabilities = (
  question: Question,
  answer: Answer
): { readonly p: ReadonlyArray<number>; readonly answer: number } => {
  if (answer.type === "noul") {
    return { p: [1 - answer.noul, answer.noul], answer: Number(answer.noul >= 0.5) }
  }
  const classes = classesOf(question)
  const p = classes.map((name) => answer.probabilities[name] ?? 0)
  const named = answer.type === "choice" ? classes.indexOf(answer.choice) : p.indexOf(Math.max(...p))
  return { p, answer: named }
}

/** The probability that an answer states for itself. */
export const statedProbability = (answer: Answer | undefined): number => {
  if (answer === undefined) return 0
  if (answer.type === "noul") return Math.max(answer.noul, 1 - answer.noul)
  return answer.type === "choice"
    ? (answer.probabilities[answer.choice] ?? 0)
    : Math.max(...Object.values(answer.probabilities))
}

/** More decimals than these are no rounding. */
const mostDecimals = 6

const isRounded = (value: number, decimals: number): boolean =>
  Math.abs(value * 10 ** decimals - Math.round(value * 10 ** decimals)) < 1e-6

/** How many decimals numbers have; null: more than six, they are not rounded. */
export const decimalsOf = (values: ReadonlyArray<number>): number | null => {
  for (let decimals = 0; decimals <= mostDecimals; decimals++) {
    if (values.every((value) => isRounded(value, decimals))) return decimals
  }
  return null
}

/** The more decimals of two; null: all. */
export const moreDecimals = (left: number | null, right: number | null): number | null =>
  left === null || right === null ? null : Math.max(left, right)

/** The models that answered a request as one, and the decimals of its probabilities. */
export interface Answering {
  /** Names separated by commas where there are several; undefined: no engine says. */
  readonly model: string | undefined
  readonly decimals: number | null
}

const statedNumbers = (answer: Answer): ReadonlyArray<number> =>
  answer.type === "noul" ? [answer.noul] : Object.values(answer.probabilities)

/** Answers that were a choice of one say nothing of rounding. */
const isOpen = (answer: Answer): boolean =>
  answer.type === "noul" || Object.keys(answer.probabilities).length > 1

/** Which model answered, and how it rounded: as engines say, or else as the answers show. */
export const answeringOf = (
  answeredBy: ReadonlyArray<AnsweredBy>,
  answers: { readonly [name: string]: Answer }
): Answering => {
  const names = Array.from(new Set(answeredBy.map(({ model }) => model))).toSorted()
  const said = answeredBy.flatMap(({ decimals }) => (decimals === undefined ? [] : [decimals]))
  const isSaid = said.length > 0 && said.length === answeredBy.length
  return {
    model: names.length === 0 ? undefined : names.join(", "),
    decimals: isSaid
      ? said.reduce(moreDecimals)
      : decimalsOf(Object.values(answers).filter(isOpen).flatMap(statedNumbers))
  }
}

/**
 * Are the probabilities of one request rounded as those of a policy? Some have fewer decimals by chance: of two decimals
 * one in ten ends in 0, of more so few have two less that they are taken for another rounding.
 */
export const isRoundedAlike = (fitted: number | null, decimals: number | null): boolean => {
  if (fitted === null || decimals === null) return fitted === decimals
  return decimals <= fitted && (fitted <= 2 || decimals >= fitted - 1)
}

/** The form of {@link Answering} in a header, without what is not visible ASCII: `name`, or `name;decimals=2`. */
export const modelText = ({ decimals, model = "" }: Answering): string => {
  const name = encodeURI(model.slice(0, 512).toWellFormed()).replaceAll(";", "%3B")
  return decimals === null ? name : `${name};decimals=${decimals}`
}

/** Reads the header that names the model; undefined for another text. */
export const parseModel = (text: string | undefined): AnsweredBy | undefined => {
  const { decimals, name } =
    /^(?<name>[!-:<-~]{1,2000})(?:;decimals=(?<decimals>\d))?$/.exec(text ?? "")?.groups ?? {}
  if (name === undefined) return undefined
  try {
    return { model: decodeURIComponent(name), decimals: decimals === undefined ? null : Number(decimals) }
  } catch {
    return undefined
  }
}
