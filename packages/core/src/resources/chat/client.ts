// The chat service over HTTP.
// Source: §4.10, §6.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { streamingClient } from "../../client/stream/streamingClient.ts"
import { RequestExecutor } from "../../client/RequestExecutor.ts"
import { create, stream } from "./operation.ts"
import { Chat, make } from "./service.ts"

/** {@link Chat} over HTTP; responses and events are checked. */
export const layerClient = Layer.effect(
  Chat,
  Effect.map(RequestExecutor, (executor) => streamingClient(executor, { create, stream }, make))
)
