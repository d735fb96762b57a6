// The responses service over HTTP.
// Source: §4.7, §6.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { bothWaysClient } from "../../client/stream/streamingClient.ts"
import { Send } from "../../client/RequestExecutor.ts"
import { create, stream } from "./operation.ts"
import { make, Responses } from "./service.ts"

/** {@link Responses} over HTTP, answers and events checked. */
export const layerClient = Layer.effect(
  Responses,
  Effect.map(Send, (send) => bothWaysClient(send, { create, stream }, make))
)
