// The executor of calls to a backend. Large requests are encoded with pauses, and large answers parsed: at once they would
// block the event loop. An answer is bounded while it arrives, and
// all of them by the memory of the key groups that wait for them.
// Assumed: ours.
import * as Client from "@leadline/core/client"
import type { ApiError } from "@leadline/core/errors"
import {
  concatBytes,
  CurrentRequest,
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
import { noRoom } from "./mapStatus.ts"

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
      const send = (encodeWith = encodeBody) =>
        Effect.withFiber<unknown, ApiError>((fiber) => {
          const served = fiber.getRef(CurrentRequest)
          // What is read for a request is held in memory as its own answer is.
          const refuse = (bytes: number) => (served?.takeAnswer?.(bytes) === false ? noRoom() : undefined)
          const most = { ...mostOf(operation.path), refuse }
          return executeScanned(executor, call, most, operation, request, encodeWith)
        })
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
