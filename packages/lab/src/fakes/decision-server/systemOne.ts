// A scripted server of System One: each option has its weight, answers have the form of the real server.
import { problemIn, type ReceivedQuestion, type ReceivedRequest, rules } from "./rules.ts"
import { rounded, sharesOf } from "./weights.ts"

/** A response of a scripted server. */
export interface Reply {
  readonly status: number
  readonly body: unknown
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value ?? null))

/** Entropy, as some servers report it. */
const entropyConfidence = (shares: ReadonlyArray<number>): number =>
  1 + shares.reduce((sum, p) => sum + (p > 0 ? p * Math.log(p) : 0), 0) / Math.log(Math.max(2, shares.length))

/** The answer to one question, with what some servers say beside it. */
export const answerQuestion = (question: ReceivedQuestion, decimals?: number) => {
  if (question.type === "noul") {
    const [noul = 0] = sharesOf([textOf(question.instructions), "no"])
    return { type: "noul", noul: rounded(noul, decimals), diagnostics: { label_mass: 0.9 } }
  }
  const entries = Object.entries(question.criteria ?? {})
  const names = entries.map(([name]) => name)
  const shares = sharesOf(
    question.type === "score" ? entries.map(([name, entry]) => `${name} ${textOf(entry)}`) : names
  )
  const probabilities = Object.fromEntries(
    names.map((name, index) => [name, rounded(shares[index] ?? 0, decimals)])
  )
  const confidence = rounded(Math.max(0, entropyConfidence(shares)), decimals)
  const common = { confidence, probabilities, x_label_mass: 0.95, extra: true }
  if (question.type === "choice") {
    const chosen = names[shares.indexOf(Math.max(...shares))] ?? ""
    return { type: "choice", choice: chosen, ...common }
  }
  const score = shares.reduce((sum, p, level) => sum + p * level, 0)
  return { type: "score", score: rounded(score, decimals), ...common }
}

/** Answers a request as this server would; undefined: it has no such path. */
export const replyAsSystemOne = (server: string, request: ReceivedRequest): Reply => {
  const own = rules[server] ?? {}
  const problem = problemIn(request, own)
  if (problem !== undefined) return { status: 400, body: { error: { message: problem, type: "invalid" } } }
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
