// The chat service over HTTP.
// Source: §4.10, §6.
import { streamingClient } from "../../client/stream/streamingClient.ts"
import { clientLayer } from "../../client/clientLayer.ts"
import { create, stream } from "./resource.ts"
import { Chat, make } from "./service.ts"

/** {@link Chat} over HTTP; responses and events are checked. */
export const layerClient = clientLayer(Chat, (executor) =>
  streamingClient(executor, { create, stream }, make)
)
