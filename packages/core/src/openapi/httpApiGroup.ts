// The endpoints of a resource as a group of Effect's HttpApi, from which the OpenAPI document is made.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import type { Endpoint, Endpoints } from "../contract/endpoint.ts"
import { FilePayload } from "../contract/filePayload.ts"
import { AddressLimited, KeyRequired } from "../contract/declaredErrors.ts"

const httpApiEndpoint = (endpoint: Endpoint) => {
  const { content, description, documentedJson, summary, transform } = endpoint
  const options = {
    params: endpoint.params,
    query: endpoint.query,
    payload: content === "file" ? FilePayload : documentedJson,
    success: endpoint.success,
    error: endpoint.errors
  }
  // Its types know no schema that is chosen while it runs.
  return HttpApiEndpoint.make(endpoint.operation.method)(
    endpoint.name,
    endpoint.path,
    options as {}
  ).annotateMerge(OpenApi.annotations({ summary, description, ...(transform && { transform }) }))
}

/** A group of the contract. */
export const httpApiGroup = ({ access, all, description, name }: Endpoints) => {
  const group = HttpApiGroup.make(name)
    .annotate(OpenApi.Description, description)
    .add(...(all.map(httpApiEndpoint) as [ReturnType<typeof httpApiEndpoint>]))
  return access === "key" ? group.middleware(KeyRequired) : group.middleware(AddressLimited)
}
