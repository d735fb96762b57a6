// What others may see of the responses room.
export { layerClient } from "./client.ts"
export { lastKinds, ResponseEvent } from "./events.ts"
export { Input, InputItem, InputPart } from "./input.ts"
export { fetchedAddresses, formatName, imageAddress, maxOutputTokens, maxSteps, models } from "./limits.ts"
export { Annotation, FoundPage, OutputItem, OutputText, ReadPage } from "./output.ts"
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
