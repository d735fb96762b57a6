// The loop of a run: a request, the tools that its response calls, and again with their outputs.
// Source: §2.8, §4.7.
import * as Effect from "effect/Effect"
import { type Checks, checkOptions, integerFrom, oneOf } from "../../client/optionChecks.ts"
import type { InputItem } from "../../resources/responses/input.ts"
import type { Response, ResponsesRequest, Usage } from "../../resources/responses/schema.ts"
import type { ResponseEvent } from "../../resources/responses/events.ts"
import { MaxStepsError, ToolArgumentsError } from "./errors.ts"
import { sumUsage } from "./sumUsage.ts"
import { toInput } from "./toInput.ts"
import type { Tool, ToolFailure } from "./tool.ts"

/** Options of a run with tools. Unknown or invalid ones are a TypeError that names the option. */
export interface RunToolsOptions {
  /** Requests of the run, at most; then a {@link MaxStepsError}. `max_steps` of the request is the service's own. Default 10. */
  readonly maxSteps?: number | undefined
  /** Calls of one step that run at a time. Default all of them. */
  readonly concurrency?: number | undefined
  /**
   * `report`: invalid arguments and failures of tools go to the model, as text with the message of the error, and the run
   * goes on. `throw`: they end the run. Default `report`.
   */
  readonly onToolError?: "report" | "throw" | undefined
}

/** The check of each option. */
export const runOptions = {
  maxSteps: integerFrom(1),
  concurrency: integerFrom(1),
  onToolError: oneOf(["report", "throw"])
} satisfies Checks<RunToolsOptions>

/** A call of a tool, as the model asked for it. */
export interface ToolCall {
  readonly callId: string
  readonly name: string
  /** JSON, as the model wrote it. */
  readonly arguments: string
}

/** A call of a tool that is over. */
export interface ToolResult extends ToolCall {
  /** The text that the model gets. */
  readonly output: string
  /** True: the output is the message of an error. */
  readonly isError: boolean
}

/** One request of a run, and the tools that its response called. */
export interface RunStep {
  readonly response: Response
  /** In the order of the calls; empty in the last step. */
  readonly calls: ReadonlyArray<ToolResult>
}

/** The end of a run. */
export interface RunToolsResult {
  /** The last response. It still has function calls only for functions of the request itself, which it leaves to you. */
  readonly response: Response
  /** All steps, in order. */
  readonly steps: ReadonlyArray<RunStep>
  /** The usage of all steps together; undefined when no response has any. */
  readonly usage: Usage | undefined
  /** The whole conversation, to go on with: `input: [...result.input, { role: "user", content: "…" }]`. */
  readonly input: ReadonlyArray<InputItem>
}

/** An event of a run. Steps count from 1. */
export type RunToolsEvent =
  /** An event of the response of a step. */
  | { readonly type: "response.event"; readonly step: number; readonly event: ResponseEvent }
  /** A tool begins. */
  | { readonly type: "tool.started"; readonly step: number; readonly call: ToolCall }
  /** A tool is over. */
  | { readonly type: "tool.ended"; readonly step: number; readonly result: ToolResult }
  /** The run is over; the last event. */
  | { readonly type: "run.completed"; readonly result: RunToolsResult }

/** Sends the requests of {@link runLoop}, and receives its events. */
export interface Responder<E, R> {
  readonly respond: (request: ResponsesRequest, step: number) => Effect.Effect<Response, E, R>
  readonly emit: (event: RunToolsEvent) => Effect.Effect<unknown>
}

type FunctionCall = Extract<Response["output"][number], { readonly type: "function_call" }>

const callsOf = ({ output, status }: Response): ReadonlyArray<FunctionCall> =>
  status === "failed" ? [] : output.filter((item) => item.type === "function_call")

/** A forced choice holds for the first step; otherwise no run would end. */
const later = ({ tool_choice, ...request }: ResponsesRequest): ResponsesRequest =>
  typeof tool_choice === "object" || tool_choice === "required"
    ? request
    : { ...request, ...(tool_choice !== undefined && { tool_choice }) }

/** Runs until no action is required. */
export const runLoop = Effect.fnUntraced(function* <E, R, TE, TR>(
  { emit, respond }: Responder<E, R>,
  request: ResponsesRequest,
  tools: ReadonlyArray<Tool<TE, TR>>,
  options: RunToolsOptions
): Effect.fn.Return<RunToolsResult, E | TE | MaxStepsError | ToolArgumentsError, R | TR> {
  checkOptions(options, runOptions)
  const { concurrency = Infinity, maxSteps = 10, onToolError } = options
  const own = request.tools ?? []
  const names = [
    ...own.flatMap((one) => (one.type === "function" ? [one.name] : [])),
    ...tools.map(({ name }) => name)
  ]
  const twice = names.find((name, place) => names.indexOf(name) < place)
  if (twice !== undefined) return yield* Effect.die(new TypeError(`tools: two tools have the name ${twice}`))
  const byName = new Map(tools.map((one) => [one.name, one]))
  const isCallers = ({ name }: FunctionCall) =>
    !byName.has(name) && own.some((one) => one.type === "function" && one.name === name)
  const offered = { ...request, tools: [...own, ...tools.map(({ definition }) => definition)] }

  const recover = (
    call: ToolCall,
    failure: ToolFailure<TE>
  ): Effect.Effect<string, TE | ToolArgumentsError> => {
    if (onToolError !== "throw") return Effect.succeed(`Error: ${failure.message}`)
    return failure.reason === "run"
      ? Effect.fail(failure.cause)
      : Effect.fail(
          new ToolArgumentsError({
            message: "The arguments of a call do not fit the schema of the tool.",
            tool: call.name,
            callId: call.callId
          })
        )
  }

  const runCall = (step: number) =>
    Effect.fnUntraced(function* ({ arguments: args, call_id: callId, name }: FunctionCall) {
      const call: ToolCall = { callId, name, arguments: args }
      yield* emit({ type: "tool.started", step, call })
      const called = byName.get(name)?.call(args, callId) ?? Effect.void
      const outcome = yield* Effect.matchEffect(called, {
        onSuccess: (output) =>
          Effect.succeed(
            output === undefined
              ? { output: "Error: There is no tool of this name.", isError: true }
              : { output, isError: false }
          ),
        onFailure: (failure) => Effect.map(recover(call, failure), (output) => ({ output, isError: true }))
      })
      const result: ToolResult = { ...call, ...outcome }
      yield* emit({ type: "tool.ended", step, result })
      return result
    })

  const steps: Array<RunStep> = []
  let input: ReadonlyArray<InputItem> =
    typeof request.input === "string" ? [{ role: "user", content: request.input }] : request.input
  for (let step = 1; ; step++) {
    const response = yield* respond({ ...(step === 1 ? offered : later(offered)), input }, step)
    const calls = callsOf(response)
    input = [...input, ...toInput(response)]
    if (calls.length === 0 || calls.some(isCallers)) {
      steps.push({ response, calls: [] })
      const result = { response, steps, usage: sumUsage(steps.map((one) => one.response)), input }
      yield* emit({ type: "run.completed", result })
      return result
    }
    if (step >= maxSteps) {
      const responses = [...steps.map((one) => one.response), response]
      return yield* new MaxStepsError({ maxSteps, steps: responses })
    }
    const results = yield* Effect.forEach(calls, runCall(step), { concurrency })
    steps.push({ response, calls: results })
    input = [
      ...input,
      ...results.map(({ callId, output }) => ({
        type: "function_call_output" as const,
        call_id: callId,
        output
      }))
    ]
  }
})
