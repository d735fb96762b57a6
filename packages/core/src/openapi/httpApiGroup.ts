// The endpoints of a resource as a group of Effect's HttpApi, from which the OpenAPI document is made.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import type { Endpoint, Endpoints } from "../contract/endpoint.ts"
import { FilePayload } from "../contract/filePayload.ts"
import { AddressLimited, KeyRequired } from "../contract/declaredErrors.ts"

/** Another path of an operation names the operation, for those who make one function of each. */
const asAlias =
  (group: string, { operation: { method, path }, operationName, transform }: Endpoint) =>
  (given: Record<string, unknown>): Record<string, unknown> => {
    const changed = transform === undefined ? given : transform(given)
    const same = `The same as \`${method} ${path}\`.`
    return {
      ...changed,
      description: `${same} ${String(changed["description"])}`,
      "x-alias-of": `${group}.${operationName}`
    }
  }

const httpApiEndpoint = (group: string, endpoint: Endpoint) => {
  const { content, description, documentedJson, summary } = endpoint
  const transform = endpoint.name === endpoint.operationName ? endpoint.transform : asAlias(group, endpoint)
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
    .add(...(all.map((endpoint) => httpApiEndpoint(name, endpoint)) as [ReturnType<typeof httpApiEndpoint>]))
  return access === "key" ? group.middleware(KeyRequired) : group.middleware(AddressLimited)
}
