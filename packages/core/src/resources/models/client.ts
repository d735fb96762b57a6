// The model list over HTTP.
// Source: §4.9.
import { clientLayer } from "../../client/clientLayer.ts"
import { models } from "./resource.ts"

/** The service over HTTP; requests and responses are checked. */
export const layerClient = clientLayer(models)
