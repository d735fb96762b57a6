// The tools of the MCP server: each is a call of an operation, whose answer comes back whole.
import { ChatModel } from "@leadline/core/chat"
import { DecisionsRequest } from "@leadline/core/decisions"
import { runCooperatively, stringifyInSteps, yieldFairly } from "@leadline/core/internal"
import { SearchRequest } from "@leadline/core/search"
import { Answered, Decided, Found, Page } from "./toolResults.ts"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as JsonSchema from "effect/JsonSchema"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

/** An answer of an operation. */
export interface Answer {
  readonly status: number
  /** JSON. */
  readonly text: string
  /** What was done otherwise: the header of that name. */
  readonly notice?: string | undefined
  /** The policy of the key, of a server whose headers alone name it. */
  readonly policy?: { readonly name: string; readonly action: string } | undefined
}

/** What the tools of a message call. */
export class Calls extends Context.Service<
  Calls,
  {
    /** Calls an operation, as `decisions.create`, with the JSON of its request. */
    readonly call: (operation: string, body: string) => Effect.Effect<Answer>
    /** The arguments of a tool, from those in its message. Default: the same. */
    readonly argumentsOf?: (given: unknown) => unknown
  }
>()("@leadline/rest/mcp/Calls") {}

/** A call that was refused or failed, in words for a model. */
export class ToolFailure extends Schema.TaggedError<ToolFailure>()("ToolFailure", {
  message: Schema.String
}) {}

type Json = { readonly [name: string]: unknown }

const jsonSchema = (schema: Schema.Constraint): JsonSchema.JsonSchema => {
  const { definitions, schema: root } = Schema.toJsonSchemaDocument(schema)
  return Object.keys(definitions).length === 0 ? root : { ...root, $defs: definitions }
}

const decideFields = Object.keys(DecisionsRequest.fields)

/** The model has a default: hosts do not know any. */
const decideParameters = (): JsonSchema.JsonSchema => {
  const { required, ...root } = jsonSchema(DecisionsRequest)
  const names: ReadonlyArray<unknown> = Array.isArray(required) ? required : []
  return { ...root, required: names.filter((name) => name !== "model") }
}

const decide = Tool.dynamic("decide", {
  description:
    "Answers questions about a content with probabilities: noul (yes or no), choice (named options) and score (ordered levels). Ask all questions about one content in one call.",
  parameters: decideParameters(),
  success: Decided,
  failure: ToolFailure
})
  .addDependency(Calls)
  .annotate(Tool.Readonly, true)
  .annotate(Tool.Destructive, false)
  .annotate(Tool.Idempotent, true)

const search = Tool.dynamic("search", {
  description:
    "Finds passages in the documents of this server, or in the web where it searches that. Give the id of a result to fetch.",
  parameters: jsonSchema(SearchRequest),
  success: Found,
  failure: ToolFailure
})
  .addDependency(Calls)
  .annotate(Tool.Readonly, true)
  .annotate(Tool.Destructive, false)
  .annotate(Tool.Idempotent, true)

const fetchPage = Tool.dynamic("fetch", {
  description: "Reads a page that search has found.",
  parameters: {
    type: "object",
    properties: { id: { type: "string", description: "The id of a search result: its address." } },
    required: ["id"],
    additionalProperties: false
  },
  success: Page,
  failure: ToolFailure
})
  .addDependency(Calls)
  .annotate(Tool.Readonly, true)
  .annotate(Tool.Destructive, false)
  .annotate(Tool.Idempotent, true)

const ask = Tool.dynamic("ask", {
  description: "Answers a question from the documents of this server, with citations.",
  parameters: {
    type: "object",
    properties: {
      question: { type: "string", description: "The question, in full sentences." },
      model: { ...jsonSchema(ChatModel), default: "sonar" }
    },
    required: ["question"],
    additionalProperties: false
  },
  success: Answered,
  failure: ToolFailure
})
  .addDependency(Calls)
  .annotate(Tool.Readonly, true)
  .annotate(Tool.Destructive, false)
  .annotate(Tool.Idempotent, true)

/** The tools. */
export const toolkit = Toolkit.make(decide, search, fetchPage, ask)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const objectOf = (value: unknown): Json => (Predicate.isObject(value) ? value : {})

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** Arguments of a tool by the fields of the request that it makes of them. */
type Arguments = { readonly [field: string]: string }

/** The reason of a refusal, as `400: questions: field required`, by the arguments of the tool. */
const reasonOf = ({ status, text }: Answer, names: Arguments): string => {
  const { detail, error } = objectOf(parsed(text))
  const message = textOf(objectOf(error)["message"])
  const issues = listOf(detail).map((issue) => {
    const { loc, msg } = objectOf(issue)
    return `${listOf(loc).slice(1).join(".")}: ${textOf(msg)}`
  })
  const reason = message === "" ? issues.join("; ") || "The request failed." : message
  const named = Object.entries(names).reduce(
    (sentence, [field, name]) =>
      sentence.replaceAll(new RegExp(`\\b${field}(?:[.[]\\w+\\]?)*(?=:)`, "g"), name),
    reason
  )
  return `${status}: ${named}`
}

const call = (operation: string, request: object, names: Arguments = {}) =>
  Effect.gen(function* () {
    const calls = yield* Calls
    // The calls of a batch begin at once: each waits for its turn.
    yield* yieldFairly
    const pieces = yield* runCooperatively(stringifyInSteps(request, (piece) => piece))
    const answer = yield* calls.call(operation, pieces.join(""))
    return answer.status === 200
      ? {
          response: objectOf(parsed(answer.text)),
          policy: answer.policy && { policy: answer.policy },
          said: answer.notice === undefined ? {} : { notice: answer.notice }
        }
      : yield* new ToolFailure({ message: reasonOf(answer, names) })
  })

const argumentsOf = (given: unknown): Effect.Effect<Json, never, Calls> =>
  Effect.map(Calls, (calls) => objectOf(calls.argumentsOf === undefined ? given : calls.argumentsOf(given)))

/** The arguments of a tool that makes its request of them: another is refused, as operations refuse an unknown field. */
const knownArguments = (given: unknown, names: ReadonlyArray<string>) =>
  Effect.flatMap(argumentsOf(given), (all) => {
    const unknown = Object.keys(all).find((name) => !names.includes(name))
    return unknown === undefined
      ? Effect.succeed(all)
      : Effect.fail(new ToolFailure({ message: `400: ${unknown.slice(0, 64)}: unknown field` }))
  })

const isAddress = (text: string): boolean => URL.canParse(text) && /^https?:/.test(text)

/** What the tools do, over the {@link Calls} of each request. */
export const layerTools = toolkit.toLayer({
  decide: (given: unknown) =>
    Effect.gen(function* () {
      const request = { model: "decider-27b", ...(yield* knownArguments(given, decideFields)) }
      const { policy, response, said } = yield* call("decisions.create", request)
      return { ...policy, ...response, ...said } as typeof Decided.Type
    }),
  search: (given: unknown) =>
    Effect.map(
      Effect.flatMap(argumentsOf(given), (request) => call("search.create", request)),
      ({ response, said }) => ({
        ...said,
        id: textOf(response["id"]),
        results: listOf(response["results"]).map((result) => {
          const { date, last_updated, snippet, title, url } = objectOf(result)
          return {
            id: textOf(url),
            title: textOf(title),
            url: textOf(url),
            snippet: textOf(snippet),
            ...(typeof date === "string" && { date }),
            ...(typeof last_updated === "string" && { last_updated })
          }
        })
      })
    ),
  fetch: (given: unknown) =>
    Effect.gen(function* () {
      const id = textOf((yield* knownArguments(given, ["id"]))["id"])
      if (!isAddress(id))
        return yield* new ToolFailure({ message: "400: id: expected the id of a search result" })
      const { response, said } = yield* call(
        "responses.create",
        { input: `Read ${id}`, tools: [{ type: "fetch_url", max_urls: 1 }], max_steps: 1 },
        { input: "id", tools: "id" }
      )
      const pages = listOf(response["output"]).flatMap((item) => listOf(objectOf(item)["contents"]))
      const [page] = pages.map(objectOf)
      if (page === undefined) return yield* new ToolFailure({ message: "404: There is no such page." })
      return {
        ...said,
        id,
        title: textOf(page["title"]),
        text: textOf(page["snippet"]),
        url: textOf(page["url"])
      }
    }),
  ask: (given: unknown) =>
    Effect.gen(function* () {
      const { model = "sonar", question } = yield* knownArguments(given, ["question", "model"])
      if (textOf(question).trim() === "")
        return yield* new ToolFailure({ message: "400: question: expected a question in words" })
      const { response, said } = yield* call(
        "chat.create",
        { model, messages: [{ role: "user", content: question }] },
        { messages: "question" }
      )
      const [choice] = listOf(response["choices"])
      return {
        ...said,
        answer: textOf(objectOf(objectOf(choice)["message"])["content"]),
        citations: listOf(response["citations"]).map(textOf),
        response: response as Schema.JsonObject
      }
    })
})
