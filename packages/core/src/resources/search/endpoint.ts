// The search resource as an HTTP endpoint.
// Source: §4.8.
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { jsonBody } from "../../contract/annotations.ts"
import { jsonGroup } from "../../contract/endpointPolicies.ts"
import { withDescriptions } from "../../schema/descriptions.ts"
import { errors } from "./errors.ts"
import * as operation from "./operation.ts"
import { SearchRequest, SearchResponse } from "./schema.ts"
import * as words from "./descriptions.ts"

const create = HttpApiEndpoint.post("create", operation.create.path, {
  payload: jsonBody(withDescriptions(SearchRequest, words.all)),
  success: withDescriptions(SearchResponse, words.all),
  error: errors
}).annotateMerge(
  OpenApi.annotations({
    summary: "Searches the web",
    description:
      "Gives ranked pages with the text that fits. Several queries may be asked at once, and count as one request."
  })
)

/** `POST /search`. */
export class SearchApi extends HttpApi.make("leadline").add(
  HttpApiGroup.make("search")
    .annotate(OpenApi.Description, "Ranked pages for queries, with filters.")
    .add(create)
    .pipe(jsonGroup("all", { by: "engine", usesTokens: false }))
) {}
