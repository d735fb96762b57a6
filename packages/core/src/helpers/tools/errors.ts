// The failures of runs with tools, beyond those of the calls themselves.
import * as Data from "effect/Data"
import type { Response } from "../../resources/responses/schema.ts"

/** The arguments of a call do not fit the tool's schema, in a run with `onToolError: "throw"`. */
export class ToolArgumentsError extends Data.TaggedError("ToolArgumentsError")<{
  readonly message: string
  /** The name of the tool. */
  readonly tool: string
  readonly callId: string
}> {}

/** The model still calls tools after `maxSteps` requests. Allow more steps, or instruct it to finish. */
export class MaxStepsError extends Data.TaggedError("MaxStepsError")<{
  readonly message: string
  /** The requests made. */
  readonly maxSteps: number
}> {
  /** The responses so far; the calls of the last one did not run. Not enumerable, so that no log shows them. */
  declare readonly steps: ReadonlyArray<Response>

  constructor({ maxSteps, steps }: Pick<MaxStepsError, "maxSteps" | "steps">) {
    super({
      message: `The model still calls tools after ${maxSteps} request${maxSteps === 1 ? "" : "s"}.`,
      maxSteps
    })
    Object.defineProperty(this, "steps", { value: steps })
  }
}
