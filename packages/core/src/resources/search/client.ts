// The search service over HTTP.
// Source: §4.8.
import { clientLayer } from "../../client/clientLayer.ts"
import { search } from "./resource.ts"

/** The service over HTTP; requests and responses are checked. */
export const layerClient = clientLayer(search)
