// Tools: functions that a model calls, and runs that go on until it has its answer.
export type { AnySchema, SchemaViolation, StandardSchema } from "../json-schema/AnySchema.ts"
export { MaxStepsError, ToolArgumentsError } from "./errors.ts"
export type {
  RunStep,
  RunToolsEvent,
  RunToolsOptions,
  RunToolsResult,
  ToolCall,
  ToolResult
} from "./runLoop.ts"
export {
  runTools,
  runToolsEffect,
  type RunToolsRequest,
  runToolsStream,
  runToolsStreamEffect
} from "./runTools.ts"
export { sumUsage } from "./sumUsage.ts"
export { toInput } from "./toInput.ts"
export {
  type Tool,
  tool,
  type ToolContext,
  toolEffect,
  type ToolEffectOptions,
  type ToolFailure,
  type ToolOptions
} from "./tool.ts"
