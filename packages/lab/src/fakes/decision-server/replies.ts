// How scripted decision servers answer: each option has a weight of its own, whatever stands beside it.
import { hashOf } from "../../model-servers/scriptedModel.ts"
import { problemIn, type ReceivedQuestion, type ReceivedRequest, rules } from "./rules.ts"

/** A response of a scripted server. */
export interface Reply {
  readonly status: number
  readonly body: unknown
}

const refusal = (message: string): Reply => ({ status: 400, body: { error: { message, type: "invalid" } } })

/** The softmax of weights from -3 to 3 that depend on the texts alone. */
export const sharesOf = (texts: ReadonlyArray<string>): ReadonlyArray<number> => {
  const powers = texts.map((text) => Math.exp((hashOf(text) / 0xff_ff_ff_ff) * 6 - 3))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / total)
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value ?? null))

/** Entropy, as some servers report it. */
const entropyConfidence = (shares: ReadonlyArray<number>): number =>
  1 + shares.reduce((sum, p) => sum + (p > 0 ? p * Math.log(p) : 0), 0) / Math.log(Math.max(2, shares.length))

/** The answer to one question, with what some servers say beside it. */
const answerQuestion = (question: ReceivedQuestion, decimals?: number) => {
  const rounded = (value: number) => (decimals === undefined ? value : Number(value.toFixed(decimals)))
  const { instructions, type } = question
  if (type === "noul") {
    const [noul = 0] = sharesOf([textOf(instructions), "no"])
    return { type, noul: rounded(noul), diagnostics: { label_mass: 0.9 } }
  }
  const entries = Object.entries(question.criteria ?? {})
  const names = entries.map(([name]) => name)
  const shares = sharesOf(
    type === "score" ? entries.map(([name, entry]) => `${name} ${textOf(entry)}`) : names
  )
  const probabilities = Object.fromEntries(names.map((name, at) => [name, rounded(shares[at] ?? 0)]))
  const confidence = rounded(Math.max(0, entropyConfidence(shares)))
  const common = { type, confidence, probabilities, x_label_mass: 0.95, extra: true }
  return type === "choice"
    ? { ...common, choice: names[shares.indexOf(Math.max(...shares))] ?? "" }
    : { ...common, score: rounded(shares.reduce((sum, p, level) => sum + p * level, 0)) }
}

/** Answers a request of System One as a server of this name would. */
export const replyAsSystemOne = (server: string, request: ReceivedRequest): Reply => {
  const own = rules[server] ?? {}
  const problem = problemIn(request, own)
  if (problem !== undefined) return refusal(problem)
  const answers = Object.fromEntries(
    Object.entries(request.questions).map(([name, question]) => [
      name,
      answerQuestion(question, own.decimals)
    ])
  )
  const body = {
    id: "answer-1",
    model: `${String(request.model)}-resolved`,
    answers,
    usage: { input_tokens: 10 * Object.keys(answers).length, output_tokens: 0, cost: 0.001 }
  }
  const envelope = { result: body, success: true, errors: [], messages: [] }
  return { status: 200, body: own.inEnvelope === true ? envelope : body }
}

interface OpenAiQuestion {
  readonly type: "choice" | "predicate" | "score"
  readonly name?: unknown
  readonly instructions: unknown
  readonly choices?: ReadonlyArray<{ readonly value: string; readonly description?: unknown }>
  readonly levels?: ReadonlyArray<{ readonly label: string }>
}

interface OpenAiRequest {
  readonly input?: unknown
  readonly model?: unknown
  readonly questions: ReadonlyArray<OpenAiQuestion>
}

/** The same question of System One. */
const translated = ({ choices = [], instructions, levels = [], type }: OpenAiQuestion): ReceivedQuestion => {
  if (type === "predicate") return { type: "noul", instructions }
  const criteria =
    type === "choice"
      ? Object.fromEntries(choices.map(({ description = null, value }) => [value, description]))
      : levels.map(({ label }) => label)
  return { type, instructions, criteria }
}

const isText = (value: unknown): boolean => typeof value === "string" && value.trim() !== ""

const ownProblem = (question: OpenAiQuestion): string | undefined => {
  const { instructions, levels = [] } = question
  const fields = ["type", "name", "instructions", "choices", "levels"]
  if (Object.keys(question).some((field) => !fields.includes(field))) return "a field"
  if (!isText(instructions)) return "no instructions"
  const labels = new Set(levels.map(({ label }) => label))
  return labels.size === levels.length && [...labels].every(isText) ? undefined : "a label"
}

const answerAsOpenAi = (question: OpenAiQuestion, decimals: number | undefined) => {
  const { choices = [], levels = [], name = null, type } = question
  const answer: {
    readonly noul?: number
    readonly choice?: string
    readonly probabilities?: { readonly [option: string]: number }
  } = answerQuestion(translated(question), decimals)
  const { choice, noul, probabilities = {} } = answer
  if (type === "predicate") return { type, name, probability: noul }
  const common = { type, name, confidence: Math.max(...Object.values(probabilities)) }
  if (type === "choice") {
    const each = choices.map(({ value }) => ({ value, probability: probabilities[value] }))
    return { ...common, choice, probabilities: each }
  }
  const each = levels.map(({ label }, value) => ({ value, label, probability: probabilities[value] }))
  return { ...common, score: 0, probabilities: each }
}

/** Answers a request of OpenAI's Decisions as a server of this name would: in the order of the questions. */
export const replyAsOpenAi = (server: string, { input, model, questions }: OpenAiRequest): Reply => {
  const own = rules[server] ?? {}
  const problem =
    questions.map(ownProblem).find((found) => found !== undefined) ??
    problemIn(
      { state: input, questions: Object.fromEntries(questions.map((each, at) => [at, translated(each)])) },
      { ...own, levels: 10, minimalOptions: 2, needsText: true, needsState: true }
    )
  if (problem !== undefined) return refusal(problem)
  const answers = questions.map((question) => answerAsOpenAi(question, own.decimals))
  const input_tokens = 10 * answers.length
  const usage = { input_tokens, output_tokens: 0, total_tokens: input_tokens }
  return { status: 200, body: { model, answers, usage } }
}
