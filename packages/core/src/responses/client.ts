// The responses service over HTTP.
// Source: §4.7, §6.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Send } from "../http/Send.ts"
import { callStream, sendEvents } from "../http/sendEvents.ts"
import * as operation from "./operation.ts"
import { make, Responses } from "./service.ts"

/** {@link Responses} over HTTP, answers and events checked. */
export const layerClient = Layer.effect(
  Responses,
  Effect.map(Send, (send) => {
    const { create, stream } = make({
      create: (request) => send.json(operation.create, request),
      stream: (request) => sendEvents(send, operation.stream, request)
    })
    return {
      create: (request, options) => send.call(operation.create, create(request, options)),
      stream: (request) => callStream(send, operation.stream, stream(request))
    }
  })
)
