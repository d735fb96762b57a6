// Streams outward: to a browser, to the AI SDK, and collected into one response.
export type { EncodeOptions } from "./encodeFrames.ts"
export { finalResponse, finalResponseEffect } from "./finalResponse.ts"
export { fromReadableStream, type ReadableBytes } from "./fromReadableStream.ts"
export {
  toReadableStream,
  toReadableStreamEffect,
  toResponse,
  toResponseEffect,
  type ToResponseOptions
} from "./toResponse.ts"
export { toUIMessageStreamResponse, toUIMessageStreamResponseEffect } from "./aiSdkMessages.ts"
export type { ByteStream, ResponseOptions, WebResponse } from "./eventResponse.ts"
