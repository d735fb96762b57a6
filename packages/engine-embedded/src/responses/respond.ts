// Turns a run into a response with its status and usage.
// Source: §2.8, §3, §4.7.
import { addNotice } from "@leadline/core/internal"
import type { OutputItem, Response, ResponsesRequest, Usage } from "@leadline/core/responses"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { readTurns, type Turn } from "../question-answering/conversation.ts"
import type { AnswerServices } from "../question-answering/services.ts"
import { type CooperativeTask, makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import { countTokens } from "../text/estimateTokens.ts"
import { newId } from "./functionCalls.ts"
import { type Run, runRequest } from "./run.ts"
import { knownModels, resolveSettings } from "./settings.ts"

const noCost = { currency: "USD", input_cost: 0, output_cost: 0, total_cost: 0 }

/** What an item says: a text, or a call with its arguments. */
const saidIn = (item: OutputItem): string =>
  item.type === "message"
    ? (item.content?.[0]?.text ?? "")
    : item.type === "function_call"
      ? item.name + item.arguments
      : ""

const usageOf = function* (turns: ReadonlyArray<Turn>, { calls, steps }: Run): CooperativeTask<Usage> {
  const input = yield* countTokens(turns.map(({ text }) => text))
  const output = yield* countTokens(steps.map(({ item }) => saidIn(item)))
  const made = Object.entries(calls).filter(([, invocation]) => invocation > 0)
  const details = Object.fromEntries(made.map(([tool, invocation]) => [tool, { invocation }]))
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: input + output,
    cost: noCost,
    ...(made.length > 0 && { tool_calls_details: details })
  }
}

const noRun: Run = { steps: [], calls: {} }

/** Answers a request. A failed run gives a response of status `failed`; only a request that is refused fails the effect. */
export const respond = Effect.fnUntraced(function* (services: AnswerServices, request: ResponsesRequest) {
  const settings = yield* resolveSettings(request)
  const { displayedModel, instructions, models } = settings
  const slicer = makeTimeSlicer()
  const { turns, types } = yield* slicer.run(readTurns(request.input, instructions))
  if (types.has("input_image")) yield* addNotice("images-ignored")
  const created_at = Math.floor((yield* Clock.currentTimeMillis) / 1000)
  const outcomeOf = (run: Run, rest: Pick<Response, "model" | "status" | "usage" | "error">) => {
    const output = run.steps.map(({ item }) => item)
    const response: Response = { id: newId("resp"), object: "response", created_at, output, ...rest }
    return { ...run, displayedModel, response }
  }
  const failed = Effect.fnUntraced(function* (message: string, type: string, code: string) {
    const usage = yield* slicer.run(usageOf([], noRun))
    return outcomeOf(noRun, { model, status: "failed", usage, error: { message, type, code } })
  })
  // All models give the same answers, so that another one helps against no failure of a run.
  const known = models.find((name) => knownModels.has(name))
  const model = known ?? models[0] ?? ""
  if (known === undefined)
    return yield* failed("Expected a model that GET /v1/models lists.", "invalid_model", "400")
  const ended = yield* Effect.result(runRequest(services, request, settings, turns))
  if (Result.isFailure(ended)) {
    if (ended.failure.phase === "body") return yield* ended.failure
    yield* Effect.logWarning(`A run of the responses engine failed: ${ended.failure._tag}`)
    // The message of the cause is not disclosed.
    const [type, code] =
      ended.failure._tag === "UnavailableError" ? ["service_unavailable", "503"] : ["internal_error", "500"]
    return yield* failed("A service this run needs has failed.", type, code)
  }
  if (Result.isFailure(ended.success)) return yield* failed(ended.success.failure, "invalid_request", "400")
  const run = ended.success.success
  const isCalling = run.steps.some(({ item }) => item.type === "function_call")
  const usage = yield* slicer.run(usageOf(turns, run))
  return outcomeOf(run, { model, status: isCalling ? "requires_action" : "completed", usage })
})

/** The outcome of a run. */
export type RunOutcome = Effect.Success<ReturnType<typeof respond>>
