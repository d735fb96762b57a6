// The responses service over HTTP.
// Source: §4.7, §6.
import { streamingClient } from "../../client/stream/streamingClient.ts"
import { clientLayer } from "../../client/clientLayer.ts"
import { create, stream } from "./resource.ts"
import { make, Responses } from "./service.ts"

/** {@link Responses} over HTTP; responses and events are checked. */
export const layerClient = clientLayer(Responses, (executor) =>
  streamingClient(executor, { create, stream }, make)
)
