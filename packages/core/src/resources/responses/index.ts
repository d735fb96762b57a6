// Responses: runs of a model with tools, as JSON or as events.
// Source: §2.8, §4.7, §6.
export { layerClient } from "./client.ts"
export { lastKinds, ResponseEvent } from "./events.ts"
export { Input, InputItem, InputPart } from "./input.ts"
export {
  fetchedAddresses,
  formatName,
  imageAddress,
  maxOutputTokens,
  maxSteps,
  models,
  run as runLimits
} from "./limits.ts"
export { Annotation, FoundPage, OutputItem, OutputText, ReadPage } from "./output.ts"
export { defaultPreset, type Preset, presets } from "./presets.ts"
export {
  Cost,
  ModelId,
  OutputFormat,
  outputText,
  Response,
  ResponsesRequest,
  RunError,
  Status,
  Usage
} from "./schema.ts"
export type { Engine, ResponsesMethods } from "./service.ts"
export { make, Responses } from "./service.ts"
export { Tool } from "./tools.ts"
