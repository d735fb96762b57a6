// The decisions service over HTTP.
// Source: §4.1.
import { clientLayer } from "../../client/clientLayer.ts"
import { decisions } from "./resource.ts"

/** The service over HTTP; requests and responses are checked. */
export const layerClient = clientLayer(decisions)
