// The contextualized embeddings service over HTTP.
// Source: §4.6.
import { clientLayer } from "../../../client/clientLayer.ts"
import { contextualizedEmbeddings } from "./resource.ts"

/** The service over HTTP; requests and responses are checked. */
export const layerClient = clientLayer(contextualizedEmbeddings)
