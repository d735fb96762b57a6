// Tries the operations of a model server as a caller would, for `leadline backends check`.
// Assumed: ours.
import type { Chat } from "@leadline/core/chat"
import type { ApiError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { adviceOn, type Finding, withLatency } from "../check/checks.ts"
import type { BackendSettings } from "../configuration/settings.ts"
import type { Resource, Services as AllServices } from "../kinds/BackendKind.ts"
import { modelNameThere } from "../kinds/modelName.ts"
import { complete } from "./completion/complete.ts"
import { makeFeature } from "./completion/feature.ts"
import type { ModelServer } from "./server/ModelServer.ts"
import { isObjectText } from "../json/unknownJson.ts"

type Services = Pick<
  AllServices,
  "chat" | "contextualizedEmbeddings" | "decisions" | "embeddings" | "responses"
>

/** The result of a try, beside its latency. */
type Tried = Effect.Effect<string | undefined, ApiError>

/** One try: the capability, the resource that needs it, and how it is tried. */
interface Try {
  readonly capability: string
  readonly resource: Resource
  readonly run: Tried
}

/** The first of the contract's models that the backend has, or the first of all. */
const modelOf = <const M extends string>(settings: BackendSettings, models: readonly [M, ...Array<M>]): M =>
  models.find((model) => modelNameThere(settings, model) !== undefined) ?? models[0]

/** Tokens of an answer, thoughts included, unless the kind says otherwise. */
const defaultTokens = 1_024

const messages = [{ role: "user" as const, content: "Is the sea salty? Answer in one word." }]

const decisions = ({ decisions: service }: Services): ReadonlyArray<Try> => {
  const questions = {
    refund: { type: "noul", instructions: "Does the writer ask for money?" },
    team: { type: "choice", criteria: { billing: "Invoices", technical: "Bugs", sales: null } },
    mood: { type: "score", criteria: ["calm", "annoyed", "furious"] }
  } as const
  const state = "I was charged twice for March, please pay it back."
  return Object.entries(questions).map(([name, question]) => ({
    capability: question.type,
    resource: "decisions",
    run: Effect.as(
      service.create({ model: "decider-27b", state, questions: { [name]: question } }),
      undefined
    )
  }))
}

const chat = (
  service: Chat["Service"],
  settings: BackendSettings,
  answerTokens: number
): ReadonlyArray<Try> => {
  const model = modelOf(settings, ["sonar", "sonar-pro", "sonar-reasoning-pro", "sonar-deep-research"])
  const request = { model, messages, max_tokens: answerTokens, disable_search: true }
  const schema = { type: "object", properties: { salty: { type: "boolean" } }, required: ["salty"] }
  const format = { type: "json_schema" as const, json_schema: { schema } }
  return [
    { capability: "chat", resource: "chat", run: Effect.as(service.create(request), undefined) },
    {
      capability: "chat stream",
      resource: "chat",
      run: Effect.as(Effect.flatMap(service.stream(request), Stream.runDrain), undefined)
    },
    {
      capability: "structured output",
      resource: "chat",
      run: Effect.map(service.create({ ...request, response_format: format }), ({ choices: [choice] }) =>
        isObjectText(choice?.message.content) ? undefined : "no JSON"
      )
    }
  ]
}

/** Does the model call a function that it is offered? */
const toolsOf = (server: ModelServer, offersTools: boolean): Tried =>
  Effect.gen(function* () {
    if (!offersTools) return "off"
    const model = yield* server.nameOf("sonar")
    const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] }
    const tool = { name: "high_water", description: "The time of high water in a city.", parameters }
    const { toolCalls } = yield* complete(
      { server, operation: "responses.create", usedIds: new Set(), maxTokens: makeFeature() },
      {
        model,
        parameters: { max_tokens: defaultTokens },
        messages: [{ role: "user", content: "When is high water in Emden? Use the function." }],
        tools: [{ type: "function", function: tool }]
      }
    )
    return toolCalls.length > 0 ? undefined : "offered, not called"
  })

const embeddings = (services: Services, settings: BackendSettings): ReadonlyArray<Try> => [
  {
    capability: "plain embeddings",
    resource: "embeddings",
    run: Effect.as(
      services.embeddings.create({
        model: modelOf(settings, ["svc-embed-v1-0.6b", "svc-embed-v1-4b"]),
        input: ["one two"]
      }),
      undefined
    )
  },
  {
    capability: "contextualized embeddings",
    resource: "contextualizedEmbeddings",
    run: Effect.as(
      services.contextualizedEmbeddings.create({
        model: modelOf(settings, ["svc-embed-context-v1-0.6b", "svc-embed-context-v1-4b"]),
        input: [["one two", "three"]]
      }),
      undefined
    )
  }
]

const findingOf = ({ capability, run }: Try, isNeeded: boolean): Effect.Effect<Finding> =>
  Effect.map(withLatency(Effect.result(run)), ({ latency, value: result }): Finding => {
    if (Result.isSuccess(result)) return { capability, value: result.success ?? latency }
    const advice = adviceOn(result.failure)
    return { capability, value: "no", advice, ...(isNeeded && { isFailure: true }) }
  })

/** The tries, and the resources that need them. */
export interface Operations {
  readonly services: Services
  /** Resources whose routes use the backend: what fails there is a failure. None: all are tried. */
  readonly routed: ReadonlyArray<Resource>
  /** The configuration lets models call functions. */
  readonly offersTools: boolean
  /** Tokens of an answer. Default 1024, of which some are thoughts. */
  readonly answerTokens?: number
}

/** Tries what the routes use, one after the other, so that each has the server for itself. */
export const checkOperations = (
  server: ModelServer,
  { answerTokens = defaultTokens, offersTools, routed, services }: Operations
): Effect.Effect<ReadonlyArray<Finding>> => {
  const { settings } = server
  const tries: ReadonlyArray<Try> = [
    ...decisions(services),
    ...chat(services.chat, settings, answerTokens),
    {
      capability: "responses",
      resource: "responses",
      run: Effect.as(
        services.responses.create({
          input: "Is the sea salty?",
          tool_choice: "none",
          max_output_tokens: answerTokens
        }),
        undefined
      )
    },
    { capability: "tools", resource: "responses", run: toolsOf(server, offersTools) },
    ...embeddings(services, settings)
  ]
  return Effect.forEach(
    tries.filter(({ resource }) => routed.length === 0 || routed.includes(resource)),
    (one) => findingOf(one, routed.length > 0)
  )
}
