// Decides which functions of the caller to call, and with which arguments: one for each part of the question.
// Source: §4.7; Assumed: ours, how it is decided.
import { propertiesOf, type SchemaNode, schemaNode, stringKeyword } from "@leadline/core/internal"
import type { OutputItem, ResponsesRequest, Tool } from "@leadline/core/responses"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Turn } from "../question-answering/conversation.ts"
import { type Question, type QuestionPart } from "../question-answering/question.ts"
import { mentionsOf } from "../question-answering/ranking.ts"
import type { AnswerServices } from "../question-answering/services.ts"
import { makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import { fillSchema } from "../structured-output/structuredAnswer.ts"
import { stemsOf } from "../text/tokenize.ts"

/** A new id, `msg_…`. */
export const newId = (prefix: string): string => `${prefix}_${SecureRandom.uuidV4Unsafe()}`

type FunctionTool = Extract<Tool, { readonly type: "function" }>

/** Characters of a function that are read, at most. */
const maxFunctionText = 2_000

/** The stems of the name, the description and the parameters of a function. */
const stemsOfTool = ({ description = "", name, parameters = {} }: FunctionTool) => {
  const properties = propertiesOf(schemaNode(parameters))
  const told = properties.flatMap(([property, node]) => [property, stringKeyword(node, "description") ?? ""])
  const text = [name, description.slice(0, maxFunctionText), ...told].join(". ").slice(0, maxFunctionText)
  return new Map(stemsOf(text.replaceAll(/([a-z])(?=[A-Z])/g, "$1 ")).map((stem) => [stem, 1]))
}

/** Least share of the words of a question that a function has which is called unless one is required. */
const minShare = 0.25

/** The beginning of a part that asks for no call. */
const forbidding = /^\W*(?:please,? )?(?:do not|don['’]t|never) (?!forget\b)/i

/** Messages of the user that arguments are read from, newest first. */
const maxMessages = 40

/**
 * The calls that the question asks for; undefined for none. The result is a failure when no value satisfies the parameters of
 * a function.
 */
export const callFunctions = Effect.fnUntraced(function* (
  { decisions, schemas }: AnswerServices,
  choice: ResponsesRequest["tool_choice"],
  tools: ReadonlyArray<Tool>,
  { parts, whole }: Question,
  turns: ReadonlyArray<Turn>
) {
  const slicer = makeTimeSlicer()
  const functions: Array<readonly [tool: FunctionTool, stems: ReadonlyMap<string, number>]> = []
  for (const tool of tools) {
    if (tool.type === "function") functions.push([tool, stemsOfTool(tool)])
    yield* slicer.spend(256)
  }
  /** The function that has most of the words of a question, if it has enough of them. */
  const functionFor = ({ terms }: QuestionPart, least: number): FunctionTool | undefined => {
    const [best] = functions
      .map(([tool, stems]) => ({ tool, share: mentionsOf(terms, stems).reduce((sum, one) => sum + one, 0) }))
      .toSorted((a, b) => b.share - a.share)
    return best !== undefined && best.share >= least * terms.length ? best.tool : undefined
  }
  const name = typeof choice === "object" ? choice.name : undefined
  const wanted = (name === undefined ? parts : []).flatMap((part) => {
    const asks = part.terms.length > 0 && !forbidding.test(part.text)
    const tool = asks ? functionFor(part, minShare) : undefined
    return tool === undefined ? [] : [{ tool, part: part.text }]
  })
  if (wanted.length === 0) {
    const named = functions.find(([tool]) => tool.name === name)?.[0]
    const forced = named ?? (choice === "required" ? functionFor(whole, 0) : undefined)
    if (forced === undefined) return undefined
    wanted.push({ tool: forced, part: whole.text })
  }

  const messages = turns.filter(({ role }) => role === "user").slice(-maxMessages)
  const earlier = { question: whole.text, texts: messages.map(({ text }) => text).toReversed() }
  const calls = new Map<string, OutputItem>()
  for (const { part, tool } of wanted) {
    const given = wanted.length === 1 ? [earlier] : [{ question: part, texts: [part] }, earlier]
    const parameters: SchemaNode = { type: "object", ...tool.parameters }
    const filled = yield* fillSchema(schemas, decisions, parameters, given)
    if (Result.isFailure(filled)) return Result.fail(filled.failure)
    const called = { name: tool.name, arguments: filled.success }
    const ids = { id: newId("fc"), call_id: newId("call") }
    calls.set(JSON.stringify(called), { type: "function_call", ...ids, ...called, status: "completed" })
  }
  return Result.succeed([...calls.values()])
})
