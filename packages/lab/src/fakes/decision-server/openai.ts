// A scripted server of OpenAI's Decisions: each choice has its weight; answers come in the order of the questions.
import type { Reply } from "./systemOne.ts"
import { rounded, sharesOf } from "./weights.ts"

interface Question {
  readonly type?: unknown
  readonly name?: unknown
  readonly instructions?: unknown
  readonly choices?: ReadonlyArray<{ readonly value: string; readonly description?: unknown }>
  readonly levels?: ReadonlyArray<{ readonly label: string; readonly description?: unknown }>
}

/** The limits of a server. */
interface Limits {
  readonly questions: number
  readonly options: number
  readonly decimals?: number
}

const limits: { readonly [server: string]: Limits } = {
  fireworks: { questions: 400, options: 208, decimals: 2 },
  litellm: { questions: 128, options: 255, decimals: 2 },
  localai: { questions: 64, options: 26, decimals: 4 },
  openai: { questions: 200, options: 255, decimals: 2 },
  unknown: { questions: 64, options: 255, decimals: 2 },
  vllm: { questions: 64, options: 26 }
}

const fields = ["type", "name", "instructions", "choices", "levels"]

const isText = (value: unknown): boolean => typeof value === "string" && value.trim() !== ""

const problemIn = (question: Question, { options }: Limits): string | undefined => {
  const { choices, instructions, levels, type } = question
  if (Object.keys(question).some((field) => !fields.includes(field))) return "a field"
  if (!isText(instructions)) return "no instructions"
  const described = [...(choices ?? []), ...(levels ?? [])].map(({ description }) => description)
  if (described.some((text) => text !== undefined && typeof text !== "string")) return "a description"
  if (type === "predicate") return undefined
  const count = (type === "choice" ? choices : levels)?.length ?? 0
  if (count < 2 || count > (type === "choice" ? options : 10)) return `${count} options`
  const labels = levels?.map(({ label }) => label) ?? []
  return new Set(labels).size === labels.length && labels.every(isText) ? undefined : "a label"
}

const answerQuestion = (question: Question, decimals: number | undefined) => {
  const { choices = [], instructions, levels = [], name = null, type } = question
  if (type === "predicate") {
    const [yes = 0] = sharesOf([String(instructions), "no"])
    return { type, name, probability: rounded(yes, decimals) }
  }
  const shares = sharesOf(
    type === "choice"
      ? choices.map(({ value }) => value)
      : levels.map(({ label }, value) => `${value} ${label}`)
  )
  const share = (index: number) => rounded(shares[index] ?? 0, decimals)
  const confidence = rounded(Math.max(...shares), decimals)
  if (type === "choice") {
    const probabilities = choices.map(({ value }, index) => ({ value, probability: share(index) }))
    return {
      type,
      name,
      confidence,
      choice: choices[shares.indexOf(Math.max(...shares))]?.value,
      probabilities
    }
  }
  const probabilities = levels.map(({ label }, value) => ({ value, label, probability: share(value) }))
  return { type, name, confidence, score: 0, probabilities }
}

/** Answers a request as this server would. */
export const replyAsOpenAi = (
  server: string,
  {
    input,
    model,
    questions
  }: { readonly input?: unknown; readonly model?: unknown; readonly questions: ReadonlyArray<Question> }
): Reply => {
  const own = limits[server] ?? { questions: 400, options: 255 }
  const problem =
    questions.length > own.questions
      ? `${questions.length} questions`
      : input === "" || input === undefined
        ? "no input"
        : questions.map((question) => problemIn(question, own)).find((found) => found !== undefined)
  if (problem !== undefined) return { status: 400, body: { error: { message: problem, code: null } } }
  const answers = questions.map((question) => answerQuestion(question, own.decimals))
  const input_tokens = 10 * answers.length
  return {
    status: 200,
    body: { model, answers, usage: { input_tokens, output_tokens: 0, total_tokens: input_tokens } }
  }
}
