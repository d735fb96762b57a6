// Key management over HTTP.
// Source: §4.2, §4.3.
import { clientLayer, discardResponse } from "../../client/clientLayer.ts"
import { apiKeys } from "./resource.ts"

/** The service over HTTP; requests and responses are checked. */
export const layerClient = clientLayer(apiKeys, { send: { revoke: discardResponse } })
