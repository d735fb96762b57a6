// Checks the form and the arithmetic of the answers to one request.
import { choiceConfidence, scoreConfidence } from "@leadline/core/decisions"
import type { Dialect, Recorder } from "./Check.ts"
import { answersOf, type Ask, objectOf, optionsOf, type Question, type ReceivedAnswer } from "./dialects.ts"

/** What is exact: unrounded numbers of 64 bits, added in any order. */
const exact = 1e-6

/** By how much the sum of rounded probabilities may be off, and the score of rounded ones. */
const roundedSum = (count: number) => Math.max(0.01, 0.005 * count)
const roundedMean = (count: number) => 0.005 * ((count * (count - 1)) / 2 + 1)

/** Two decimals of a confidence that comes from rounded probabilities. */
const roundedConfidence = 0.02

/** The usable numbers of an answer. */
export interface Numbers {
  /** Of yes and no, of each option, or of each level. */
  readonly p: ReadonlyArray<number>
  readonly names: ReadonlyArray<string>
  readonly value: unknown
}

/** The numbers of answers by question; an answer without usable numbers is absent. */
export type Answered = ReadonlyMap<string, Numbers>

const isShare = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= 1

const shown = (value: unknown): string => (JSON.stringify(value) ?? "nothing").slice(0, 80)

/** True if numbers have at most four decimals: then those made of them are not exact, either. */
const areRounded = (numbers: ReadonlyArray<number>): boolean =>
  numbers.every((number) => Math.abs(number * 1e4 - Math.round(number * 1e4)) < exact)

const checkConfidence = (
  seen: Recorder,
  dialect: Dialect,
  { confidence, name }: ReceivedAnswer,
  type: "choice" | "score",
  p: ReadonlyArray<number>
): void => {
  const isOther = dialect !== "leadline"
  if (
    !seen.expect(
      "form.confidence",
      isShare(confidence),
      `${name}: confidence is ${shown(confidence)}`,
      isOther && confidence === undefined
    )
  )
    return
  const ours = type === "choice" ? choiceConfidence(p) : scoreConfidence(p)
  const difference = Math.abs(Number(confidence) - ours)
  seen.expect(
    `numbers.${type}-confidence`,
    difference <= exact,
    `${name}: ${shown(confidence)} where the probabilities give ${ours.toFixed(4)}`,
    isOther || (areRounded(p) && difference <= roundedConfidence)
  )
}

const checkLegend = (
  seen: Recorder,
  dialect: Dialect,
  { legend, name }: ReceivedAnswer,
  question: Question
): void => {
  const sent = question.criteria
  const isSame = JSON.stringify(legend) === JSON.stringify(sent)
  seen.expect(
    "form.legend",
    isSame,
    `${name}: ${shown(legend)} for ${shown(sent)}`,
    dialect === "system-one" && legend === undefined
  )
}

const checkValue = (
  seen: Recorder,
  { name, value }: ReceivedAnswer,
  question: Question,
  p: ReadonlyArray<number>
): void => {
  if (question.type === "choice") {
    const options = optionsOf(question)
    const at = options.findIndex((option) => option === value)
    seen.expect(
      "numbers.argmax",
      at >= 0 && (p[at] ?? 0) >= Math.max(...p) - exact,
      at < 0
        ? `${name}: ${shown(value)} is no option`
        : `${name}: ${shown(value)} has ${p[at]}, another ${Math.max(...p)}`
    )
    return
  }
  const mean = p.reduce((sum, share, level) => sum + share * level, 0)
  const difference = typeof value === "number" ? Math.abs(value - mean) : Infinity
  seen.expect(
    "numbers.mean",
    difference <= exact,
    `${name}: ${shown(value)} where the probabilities give ${mean.toFixed(4)}`,
    areRounded(p) && difference <= roundedMean(p.length)
  )
}

/** The numbers of one answer; undefined where they cannot be used. */
const checkAnswer = (
  seen: Recorder,
  dialect: Dialect,
  question: Question,
  answer: ReceivedAnswer
): Numbers | undefined => {
  const { name, others, probabilities, type, value } = answer
  if (!seen.expect("form.type", type === question.type, `${name}: ${shown(type)} for ${question.type}`))
    return
  if (question.type === "noul") {
    if (!seen.expect("form.probability", isShare(value), `${name}: ${shown(value)}`)) return
    return { p: [Number(value), 1 - Number(value)], names: ["yes", "no"], value }
  }
  const names = optionsOf(question).map(String)
  const missing = names.filter((_, at) => probabilities[at] === undefined)
  const isComplete = seen.expect(
    "form.options",
    missing.length === 0 && others.length === 0,
    missing.length > 0
      ? `${name}: none for ${missing.slice(0, 3).join(", ")}`
      : `${name}: one for ${others[0]}`
  )
  if (question.type === "choice") {
    const typed = optionsOf(question).some((option) => option === value)
    if (optionsOf(question).some((option) => typeof option === "boolean"))
      seen.expect("form.values", typed, `${name}: ${shown(value)} for a choice of true and false`)
  }
  if (question.type === "score") checkLegend(seen, dialect, answer, question)
  if (!isComplete) return
  const bad = probabilities.find((share) => !isShare(share))
  if (!seen.expect("form.probability", bad === undefined, `${name}: ${shown(bad)}`)) return
  const p = probabilities.filter(isShare)
  const off = Math.abs(p.reduce((sum, share) => sum + share, 0) - 1)
  seen.expect(
    "numbers.sum",
    off <= exact,
    `${name}: off by ${off.toPrecision(2)}`,
    areRounded(p) && off <= roundedSum(p.length) + exact
  )
  checkValue(seen, answer, question, p)
  checkConfidence(seen, dialect, answer, question.type, p)
  return { p, names, value }
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0

const checkUsage = (seen: Recorder, dialect: Dialect, body: unknown): void => {
  const { input_tokens, output_tokens, total_tokens } = objectOf(objectOf(body)["usage"])
  const areCounted = isCount(input_tokens) && isCount(output_tokens)
  const total = areCounted ? input_tokens + output_tokens : undefined
  const isTotal = dialect !== "openai-decisions" || total_tokens === total
  seen.expect(
    "form.usage",
    areCounted && isTotal,
    areCounted ? `total_tokens is ${shown(total_tokens)}` : `usage is ${shown(objectOf(body)["usage"])}`
  )
}

/** Checks the answers to a request. Gives the numbers of those that have any. */
export const checkAnswers = (
  seen: Recorder,
  dialect: Dialect,
  model: string,
  { questions }: Ask,
  body: unknown
): Answered => {
  const named = objectOf(body)["model"]
  // An alias comes back as the version that answered.
  const isNamed = dialect === "leadline" ? named === model : typeof named === "string" && named !== ""
  seen.expect("form.model", isNamed, `${shown(named)} for ${shown(model)}`)
  checkUsage(seen, dialect, body)
  const { answers, problem } = answersOf(dialect, questions, body)
  seen.expect("form.names", problem === undefined, problem ?? "")
  return new Map(
    answers.flatMap(({ answer, question }) => {
      const numbers = checkAnswer(seen, dialect, question, answer)
      return numbers === undefined ? [] : [[answer.name, numbers] as const]
    })
  )
}
