// The responses service over HTTP.
// Source: §4.7, §6.
import { streamingClientLayer } from "../../client/stream/streamingClient.ts"
import { responses } from "./resource.ts"

/** The service over HTTP; requests, responses and events are checked. */
export const layerClient = streamingClientLayer(responses)
