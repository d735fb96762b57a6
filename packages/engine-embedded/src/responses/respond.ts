// Turns a run into a response with ids, status, usage and cost; falls back to the next model when a run fails.
// Source: §2.8, §3, §4.7.
import * as ApiError from "@leadline/core/errors"
import { runLimits } from "@leadline/core/responses"
import type { OutputItem, Response, ResponsesRequest, RunError, Usage } from "@leadline/core/responses"
import * as Clock from "effect/Clock"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { countAllTokens } from "../question-answering/outputText.ts"
import { responseCost } from "../question-answering/prices.ts"
import { turnTexts } from "../question-answering/question.ts"
import type { AnswerServices } from "../question-answering/services.ts"
import { makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import type { Conversation } from "./conversation.ts"
import type { Configuration } from "./presets.ts"
import type { Action, Run } from "./run.ts"
import { runRequest } from "./run.ts"
import type { RunSettings } from "./settings.ts"

/** An action and its output item. */
export interface RunStep {
  readonly action: Action
  readonly item: OutputItem
}

/** The outcome of a run. */
export interface RunOutcome {
  readonly response: Response
  readonly steps: ReadonlyArray<RunStep>
  /** The model that the first stream events name. */
  readonly displayedModel: string
  readonly thought?: string
}

const newId = (prefix: string): string => `${prefix}_${SecureRandom.uuidV4Unsafe()}`

const itemOf = (action: Action): OutputItem => {
  if (action.kind === "search")
    return { type: "search_results", queries: action.queries, results: action.results }
  if (action.kind === "fetch") return { type: "fetch_url_results", contents: action.contents }
  if (action.kind === "message")
    return {
      type: "message",
      id: newId("msg"),
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: action.text, annotations: action.annotations }]
    }
  return {
    type: "function_call",
    id: newId("fc"),
    call_id: newId("call"),
    name: action.call.name,
    arguments: JSON.stringify(action.call.arguments),
    status: "completed"
  }
}

const errorTypes: { readonly [tag: string]: readonly [type: string, code: string] } = {
  InvalidRequestError: ["invalid_request", "400"],
  RateLimitError: ["too_many_requests", "429"],
  ConnectionError: ["bad_gateway", "502"],
  UnavailableError: ["service_unavailable", "503"],
  DeadlineExceededError: ["gateway_timeout", "504"]
}

/** The public error of a failed run. The message of the cause is not disclosed. */
const publicError = ({ _tag: tag }: ApiError.ApiError): RunError => {
  const [type, code] = (Object.hasOwn(errorTypes, tag) ? errorTypes[tag] : undefined) ?? [
    "internal_error",
    "500"
  ]
  return { message: "A service this run needs has failed.", type, code }
}

const tooLate = () =>
  new ApiError.DeadlineExceededError({ message: "The run did not end in time.", phase: "service" })

const unknownModel: RunError = {
  message: "Expected a model that GET /v1/models lists.",
  type: "invalid_model",
  code: "400"
}

/** The texts that count as output tokens. */
const billedTexts = (steps: ReadonlyArray<RunStep>): ReadonlyArray<string> =>
  steps.flatMap(({ action, item }) => {
    if (action.kind === "message") return [action.text]
    return item.type === "function_call" ? [item.name, item.arguments] : []
  })

const usageOf = (
  price: { readonly inputPrice: number; readonly outputPrice: number },
  { input, output }: { readonly input: number; readonly output: number },
  calls: Run["calls"]
): Usage => {
  const details = Object.entries(calls).filter(([, invocation]) => invocation > 0)
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: input + output,
    cost: responseCost(price, { input, output, ...calls, finance_search: 0 }),
    ...(details.length === 0
      ? {}
      : {
          tool_calls_details: Object.fromEntries(details.map(([tool, invocation]) => [tool, { invocation }]))
        })
  }
}

/** Answers a request. A failed run gives a response of status `failed`; only a request that is refused fails the effect. */
export const respond: (
  services: AnswerServices,
  configuration: Configuration,
  request: ResponsesRequest,
  settings: RunSettings,
  conversation: Conversation
) => Effect.Effect<RunOutcome, ApiError.ApiError> = Effect.fnUntraced(function* (
  services,
  { models },
  request,
  settings,
  conversation
) {
  const began = yield* Clock.currentTimeMillis
  const created_at = Math.floor(began / 1000)
  const head = { id: newId("resp"), object: "response" as const, created_at }
  const slicer = makeTimeSlicer()
  const input = yield* countAllTokens(turnTexts(conversation.turns), slicer)
  let error = unknownModel
  let tried = settings.models[0] ?? ""
  for (const model of settings.models) {
    const price = models.get(model)
    if (price === undefined) continue
    tried = model
    const ended = yield* runRequest(services, request, settings, conversation).pipe(
      Effect.timeoutOrElse({
        // All models together.
        duration: Math.max(0, began + runLimits.duration - (yield* Clock.currentTimeMillis)),
        orElse: () => Effect.fail(tooLate())
      }),
      Effect.result
    )
    if (Result.isFailure(ended)) {
      // A schema that is too complex is so for each model.
      if (ended.failure.phase === "body") return yield* ended.failure
      yield* Effect.logWarning(`A run of the responses engine failed: ${ended.failure._tag}`)
      error = publicError(ended.failure)
      continue
    }
    if (Result.isFailure(ended.success)) {
      error = { message: ended.success.failure, type: "invalid_request", code: "400" }
      continue
    }
    const { actions, calls, thought } = ended.success.success
    const steps = actions.map((action): RunStep => ({ action, item: itemOf(action) }))
    const output = yield* countAllTokens(billedTexts(steps), slicer)
    const response: Response = {
      ...head,
      model,
      status: actions.some(({ kind }) => kind === "call") ? "requires_action" : "completed",
      output: steps.map(({ item }) => item),
      usage: usageOf(price, { input, output }, calls)
    }
    return {
      response,
      steps,
      displayedModel: settings.displayedModel,
      ...(thought === undefined ? {} : { thought })
    }
  }
  const price = models.get(tried) ?? { inputPrice: 0, outputPrice: 0 }
  const usage = usageOf(price, { input: 0, output: 0 }, { search_web: 0, fetch_url: 0 })
  return {
    response: { ...head, model: tried, status: "failed", output: [], error, usage },
    steps: [],
    displayedModel: settings.displayedModel
  }
})
