// The model list over HTTP.
// Source: §4.9.
import { clientLayer } from "../../client/clientLayer.ts"
import * as operation from "./resource.ts"
import { make, Models } from "./service.ts"

/** {@link Models} over HTTP; responses are checked. */
export const layerClient = clientLayer(Models, ({ call, executeJson }) => {
  const { list } = make({ list: executeJson(operation.list) })
  return { list: () => call(operation.list, list()) }
})
