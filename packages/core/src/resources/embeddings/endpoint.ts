// The embeddings resource as an HTTP endpoint.
// Source: §4.6; Assumed: OAS.
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { jsonBody } from "../../contract/annotations.ts"
import { jsonGroup } from "../../contract/endpointPolicies.ts"
import { withDescriptions } from "../../schema/descriptions.ts"
import { errors } from "./errors.ts"
import * as operation from "./operation.ts"
import { EmbeddingsRequest, EmbeddingsResponse } from "./schema.ts"
import * as words from "./descriptions.ts"

const create = HttpApiEndpoint.post("create", operation.create.path, {
  payload: jsonBody(withDescriptions(EmbeddingsRequest, words.all)),
  success: withDescriptions(EmbeddingsResponse, words.all),
  error: errors
}).annotateMerge(
  OpenApi.annotations({
    summary: "Embeds texts by themselves",
    description: "Each text gets one embedding."
  })
)

/** `POST /v1/embeddings`. */
export class EmbeddingsApi extends HttpApi.make("leadline").add(
  HttpApiGroup.make("embeddings")
    .annotate(OpenApi.Description, "Embeddings of texts by themselves.")
    .add(create)
    .pipe(jsonGroup("all", { by: "engine", usesTokens: true, genAiOperation: "embeddings" }))
) {}
