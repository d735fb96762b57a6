// The model list as an HTTP endpoint.
// Source: §4.9.
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { openGroup } from "../../contract/endpointPolicies.ts"
import { withDescriptions } from "../../schema/descriptions.ts"
import { errors } from "./errors.ts"
import * as operation from "./operation.ts"
import { ModelsResponse } from "./schema.ts"
import * as words from "./descriptions.ts"

const list = HttpApiEndpoint.get("list", operation.list.path, {
  success: withDescriptions(ModelsResponse, words.all),
  error: errors
}).annotateMerge(
  OpenApi.annotations({
    summary: "Lists the models",
    description: "Needs no key."
  })
)

/** `GET /v1/models`. */
export class ModelsApi extends HttpApi.make("leadline").add(
  HttpApiGroup.make("models")
    .annotate(OpenApi.Description, "The models usable with the agent endpoint.")
    .add(list)
    .pipe(openGroup({ by: "store" }))
) {}
