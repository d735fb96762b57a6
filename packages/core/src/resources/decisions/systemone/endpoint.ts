// The dialect as an HTTP endpoint.
// Source: §4.1; the path is Assumed: clients.
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Predicate from "effect/Predicate"
import { OperationName, RequestIdAlias, jsonBody } from "../../../contract/annotations.ts"
import { jsonGroup } from "../../../contract/endpointPolicies.ts"
import { withDescriptions } from "../../../schema/descriptions.ts"
import { errors } from "./errors.ts"
import { SystemOneRequest, SystemOneResponse } from "./schema.ts"
import * as words from "./descriptions.ts"

/** A schema that lets unknown fields pass. */
const passing = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(passing)
  if (!Predicate.isObject(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]) =>
      name === "additionalProperties" && value === false ? [] : [[name, passing(value)]]
    )
  )
}

const lenient = (operation: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...operation,
  requestBody: passing(operation["requestBody"])
})

const create = HttpApiEndpoint.post("create", "/v1/systemone", {
  payload: jsonBody(withDescriptions(SystemOneRequest, words.all)),
  success: withDescriptions(SystemOneResponse, words.all),
  error: errors
})
  .annotate(OperationName, "decisions.create")
  .annotateMerge(
    OpenApi.annotations({
      summary: "Answers questions about supplied content, leniently",
      description:
        "As `POST /v1/decisions`, but unknown fields are ignored, `model` may be absent or an alias and comes back as the version that answered, levels of a score may be null, and failures of the schema are 422. The request id is sent as `x-typesafe-request-id` too.",
      transform: lenient
    })
  )

/** `POST /v1/systemone`: decisions for clients of that protocol. Unknown fields are no failure. */
export class SystemOneApi extends HttpApi.make("leadline").add(
  HttpApiGroup.make("systemone")
    .annotate(OpenApi.Description, "Decisions for clients of another protocol.")
    .add(create)
    .pipe(jsonGroup("all", { by: "engine", usesTokens: true }))
    .annotate(HttpApi.PayloadParseOptions, { errors: "all", onExcessProperty: "ignore" })
    .annotate(RequestIdAlias, "x-typesafe-request-id")
) {}
