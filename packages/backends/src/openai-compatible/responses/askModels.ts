// Asks the models of a run, the first that answers, for one step.
// Source: §4.7.
import type * as ApiError from "@leadline/core/errors"
import type { ResponsesRequest } from "@leadline/core/responses"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { FetchOptions } from "../../fetch-url/FetchPage.ts"
import type { Dependencies } from "../../kinds/BackendKind.ts"
import type { CompletionMessage, CompletionRequest, CompletionTool, Piece } from "../completion/Completion.ts"
import { complete, type CompletionContext, streamCompletion } from "../completion/complete.ts"
import type { Feature } from "../completion/feature.ts"
import type { makeBudget } from "./runBudget.ts"
import type { RunEvents } from "./events.ts"
import type { makeMeter } from "./outcome.ts"
import type { RunSettings } from "./settings.ts"
import type { makeSources } from "./tools.ts"

/** The context of a run. */
export interface Run {
  readonly context: CompletionContext
  readonly dependencies: Dependencies
  readonly formats: Feature
  readonly request: ResponsesRequest
  readonly settings: RunSettings
  readonly fetching: FetchOptions
  /** Text deltas are wanted as they arise. */
  readonly isStreamed: boolean
  readonly events: RunEvents
  readonly meter: ReturnType<typeof makeMeter>
  readonly sources: ReturnType<typeof makeSources>
  readonly budget: ReturnType<typeof makeBudget>
}

/** Where a run stands. */
export interface Step {
  /** The models that are left; the first one answers. */
  readonly models: RunSettings["models"]
  readonly messages: ReadonlyArray<CompletionMessage>
  /** Empty: the model answers now. */
  readonly tools: ReadonlyArray<CompletionTool>
  /** Steps with tools that were done. */
  readonly done: number
}

const choiceOf = ({ request: { tool_choice: choice } }: Run, { done, tools }: Step) => {
  // A choice is for the first step; a run that had to go on choosing would never end.
  if (tools.length === 0 || done > 0 || choice === "auto") return undefined
  return typeof choice === "object" ? { type: "function", function: { name: choice.name } } : choice
}

/** The request of a step. */
export const requestOf = (run: Run, step: Step): CompletionRequest => ({
  model: step.models[0].name,
  messages: step.messages,
  parameters: {
    max_tokens: run.request.max_output_tokens,
    temperature: run.request.temperature,
    top_p: run.request.top_p,
    reasoning_effort: run.request.reasoning?.effort
  },
  tools: step.tools,
  toolChoice: choiceOf(run, step)
})

/** The answer of a model, piece by piece. */
export type Pieces = Stream.Stream<Piece, ApiError.ApiError>

/** Asks the model. What is validated is not streamed: text that was sent cannot be repaired. */
const ask = (run: Run, request: CompletionRequest): Effect.Effect<Pieces, ApiError.ApiError> => {
  const { structured } = run.settings
  if (run.isStreamed && structured === undefined) return streamCompletion(run.context, request)
  const native = structured !== undefined && request.tools?.length === 0
  const plain = complete(run.context, request)
  const asked = native
    ? run.formats.tryWith(
        request.model,
        complete(run.context, { ...request, format: structured.format }),
        plain
      )
    : plain
  return Effect.map(asked, (completion) =>
    Stream.fromIterable<Piece>([
      { type: "text", text: completion.text },
      { type: "end", completion }
    ])
  )
}

/** Asks the first of the models that answers. */
export const askAny = (run: Run, step: Step): Effect.Effect<readonly [Step, Pieces], ApiError.ApiError> =>
  Effect.map(ask(run, requestOf(run, step)), (pieces) => [step, pieces] as const).pipe(
    Effect.catch((error) => {
      const [, next, ...others] = step.models
      return next === undefined
        ? Effect.fail(error)
        : Effect.andThen(
            Effect.logWarning("A model of a responses request failed; the next one is asked", {
              error: error._tag
            }),
            askAny(run, { ...step, models: [next, ...others] })
          )
    })
  )
