// The executor of calls to a backend. Large requests are encoded with pauses, and large answers parsed: at once they would
// block the event loop. An answer is bounded while it arrives.
// Assumed: ours.
import * as Client from "@leadline/core/client"
import {
  concatBytes,
  encodeText,
  executeScanned,
  isLargeJson,
  jsonBody,
  RequestExecutor,
  runCooperatively,
  stringifyInSteps
} from "@leadline/core/internal"
import type { Transport } from "@leadline/core/transport"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as limits from "./limits.ts"

const encode = (request: unknown) =>
  Effect.map(runCooperatively(stringifyInSteps(request, encodeText)), (pieces) => ({
    type: "application/json",
    content: concatBytes(pieces)
  }))

/** The most that an answer of a path has. */
const mostOf = (path: string) =>
  path.includes("tokenize") ? limits.tokens : path.includes("embedding") ? limits.vectors : limits.answer

/** Encodes large JSON with pauses. */
const withPauses = (executor: RequestExecutor["Service"]): RequestExecutor["Service"] => {
  const execute: typeof executor.execute = (call, operation, request, format) =>
    format.encodeBody === jsonBody && isLargeJson(request)
      ? Effect.flatMap(encode(request), (body) =>
          executor.execute(call, operation, request, { ...format, encodeBody: () => body })
        )
      : executor.execute(call, operation, request, format)
  return RequestExecutor.of({
    ...executor,
    execute,
    executeJson: (call, operation, request, encodeBody) => {
      const most = mostOf(operation.path)
      const send = (encodeWith = encodeBody) =>
        executeScanned(executor, call, most, operation, request, encodeWith)
      return encodeBody === undefined && isLargeJson(request)
        ? Effect.flatMap(encode(request), (body) => send(() => body))
        : send()
    }
  })
}

/** The executor of a client with these options. */
export const layerExecutor = (
  options: Client.ClientOptions
): Layer.Layer<RequestExecutor, never, Transport> =>
  Layer.effect(RequestExecutor, Effect.map(RequestExecutor, withPauses)).pipe(
    Layer.provide(Client.layerRequestExecutor(options))
  )
