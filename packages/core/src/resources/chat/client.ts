// The chat service over HTTP.
// Source: §4.10, §6.
import { streamingClientLayer } from "../../client/stream/streamingClient.ts"
import { chat } from "./resource.ts"

/** The service over HTTP; requests, responses and events are checked. */
export const layerClient = streamingClientLayer(chat)
