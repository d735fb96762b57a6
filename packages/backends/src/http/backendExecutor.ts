// The executor of calls to a backend. It encodes large requests with pauses: at once they would block the event loop.
// Assumed: ours.
import * as Client from "@leadline/core/client"
import {
  concatBytes,
  encodeText,
  isLargeJson,
  jsonBody,
  RequestExecutor,
  runCooperatively,
  stringifyInSteps
} from "@leadline/core/internal"
import { Transport } from "@leadline/core/transport"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { noteSent } from "./charge.ts"

const encode = (request: unknown) =>
  Effect.map(runCooperatively(stringifyInSteps(request, encodeText)), (pieces) => ({
    type: "application/json",
    content: concatBytes(pieces)
  }))

/** Encodes large JSON with pauses. */
const withPauses = (executor: RequestExecutor["Service"]): RequestExecutor["Service"] => {
  const execute: typeof executor.execute = (operation, request, format) =>
    format.encodeBody === jsonBody && isLargeJson(request)
      ? Effect.flatMap(encode(request), (body) =>
          executor.execute(operation, request, { ...format, encodeBody: () => body })
        )
      : executor.execute(operation, request, format)
  return RequestExecutor.of({
    ...executor,
    execute,
    executeJson: (operation, request, encodeBody) =>
      encodeBody === undefined && isLargeJson(request)
        ? Effect.flatMap(encode(request), (body) => executor.executeJson(operation, request, () => body))
        : executor.executeJson(operation, request, encodeBody)
  })
}

/** Notes when requests go out: a call may wait for others before. A layer for each transport, as Effect shares equal ones. */
const layerNoted = () =>
  Layer.effect(
    Transport,
    Effect.map(Transport, (transport) => ({
      ...transport,
      send: (request, receiver) => {
        noteSent()
        return transport.send(request, receiver)
      }
    }))
  )

/** The executor of a client with these options. */
export const layerExecutor = (
  options: Client.ClientOptions
): Layer.Layer<RequestExecutor, never, Transport> =>
  Layer.effect(RequestExecutor, Effect.map(RequestExecutor, withPauses)).pipe(
    Layer.provide(Client.layerRequestExecutor(options)),
    Layer.provide(layerNoted())
  )
