// Decides which functions of the caller to call, and with which arguments: one for each part of the question.
// Source: §4.7; Assumed: ours, how it is decided.
import { options as optionLimits } from "@leadline/core/decisions"
import type { OutputItem, ResponsesRequest, Tool } from "@leadline/core/responses"
import { propertiesOf, type SchemaNode, schemaNode } from "@leadline/core/internal"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { dropMiddle, type Question, type QuestionPart, type Turn } from "../question-answering/question.ts"
import { mentionsOf } from "../question-answering/ranking.ts"
import type { AnswerServices } from "../question-answering/services.ts"
import { makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import { describeField, stemsOf } from "../structured-output/field.ts"
import { fillSchema } from "../structured-output/structuredAnswer.ts"

/** A new id, `msg_…`. */
export const newId = (prefix: string): string => `${prefix}_${SecureRandom.uuidV4Unsafe()}`

type FunctionTool = Extract<Tool, { readonly type: "function" }>

/** Characters of the description of a function, its parameters included, that are read, at most. */
const maxFunctionText = 2_000

/** Name, description and parameters of a function as text. */
const functionText = ({ description, name, parameters }: FunctionTool): string => {
  let text = `${describeField(name, {}).description}. ${(description ?? "").slice(0, maxFunctionText)}`
  for (const [property, node] of propertiesOf(schemaNode(parameters ?? {}))) {
    if (text.length >= maxFunctionText) break
    text += `. ${describeField(property, node).description}`
  }
  return text.slice(0, maxFunctionText)
}

/** Least share of the words of a question that a relevant function has. */
const minShare = 0.25

const isRelevant = (text: string, { terms }: QuestionPart): boolean => {
  const held = new Map(Array.from(stemsOf(text), (stem) => [stem, 1]))
  const share = mentionsOf(terms, held).reduce((sum, strength) => sum + strength, 0)
  return terms.length > 0 && share >= minShare * terms.length
}

const noFunction = "none of them"

/** The function that a question asks for, if any. With `isRequired` it is the best one, however little it fits. */
const chooseFunction = Effect.fnUntraced(function* (
  { decisions }: AnswerServices,
  tools: ReadonlyArray<FunctionTool>,
  question: QuestionPart,
  isRequired: boolean
) {
  const slicer = makeTimeSlicer()
  const offered: Array<readonly [name: string, text: string]> = []
  for (const tool of tools) {
    const text = functionText(tool)
    if (isRequired || isRelevant(text, question)) offered.push([tool.name, text])
    yield* slicer.spend(256)
  }
  const none = [noFunction, "Something else, which none of these functions does."] as const
  const options = offered.length > 1 && !isRequired ? [...offered, none] : offered
  const criteria = Object.fromEntries(options)
  const [first] = offered
  const count = Object.keys(criteria).length
  if (first === undefined || count < 2 || count > optionLimits.max)
    return tools.find(({ name }) => name === first?.[0])
  const { answers } = yield* decisions.create({
    model: "decider-27b",
    state: question.text,
    questions: { call: { type: "choice", instructions: "Which function does this ask for?", criteria } }
  })
  return tools.find(({ name }) => name === answers.call.choice)
})

/** Messages of the user that arguments are read from, newest first. */
const maxMessages = 40

/**
 * The calls that the question asks for; undefined for none. The result is a failure when no value satisfies the parameters of
 * a function.
 */
export const callFunctions = Effect.fnUntraced(function* (
  services: AnswerServices,
  choice: ResponsesRequest["tool_choice"],
  tools: ReadonlyArray<Tool>,
  question: Question,
  turns: ReadonlyArray<Turn>
) {
  const functions = tools.filter((tool) => tool.type === "function")
  if (functions.length === 0) return undefined
  const { decisions, schemas } = services
  const named = typeof choice === "object" ? functions.find(({ name }) => name === choice.name) : undefined
  const wanted: Array<readonly [tool: FunctionTool, part: string]> = []
  for (const part of named === undefined ? question.parts : []) {
    const tool = yield* chooseFunction(services, functions, part, false)
    if (tool !== undefined) wanted.push([tool, part.text])
  }
  if (wanted.length === 0) {
    const forced =
      named ??
      (choice === "required" ? yield* chooseFunction(services, functions, question.whole, true) : undefined)
    if (forced === undefined) return undefined
    wanted.push([forced, question.text])
  }

  const messages = turns.filter(({ role }) => role === "user").slice(-maxMessages)
  const earlier = {
    question: question.text,
    texts: messages.map(({ text }) => dropMiddle(text)).toReversed()
  }
  const calls = new Map<string, OutputItem>()
  for (const [tool, part] of wanted) {
    const given = wanted.length === 1 ? [earlier] : [{ question: part, texts: [part] }, earlier]
    const parameters: SchemaNode = { type: "object", ...tool.parameters }
    const filled = yield* fillSchema(schemas, decisions, parameters, given)
    if (Result.isFailure(filled)) return Result.fail(filled.failure)
    const called = { name: tool.name, arguments: filled.success }
    calls.set(JSON.stringify(called), {
      type: "function_call",
      id: newId("fc"),
      call_id: newId("call"),
      ...called,
      status: "completed"
    })
  }
  return Result.succeed([...calls.values()])
})
