// Contextualized embeddings as an HTTP endpoint.
// Source: §4.6.
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { jsonBody } from "../../../contract/annotations.ts"
import { jsonGroup } from "../../../contract/endpointPolicies.ts"
import { withDescriptions } from "../../../schema/descriptions.ts"
import { errors } from "../errors.ts"
import * as operation from "./operation.ts"
import { ContextualizedEmbeddingsRequest, ContextualizedEmbeddingsResponse } from "./schema.ts"
import * as words from "./descriptions.ts"

const create = HttpApiEndpoint.post("create", operation.create.path, {
  payload: jsonBody(withDescriptions(ContextualizedEmbeddingsRequest, words.all)),
  success: withDescriptions(ContextualizedEmbeddingsResponse, words.all),
  error: errors
}).annotateMerge(
  OpenApi.annotations({
    summary: "Embeds chunks of documents with their context",
    description:
      "Each document is a list of its chunks in order; each chunk gets one embedding that knows the whole document."
  })
)

/** `POST /v1/contextualizedembeddings`. */
export class ContextualizedEmbeddingsApi extends HttpApi.make("leadline").add(
  HttpApiGroup.make("contextualizedEmbeddings")
    .annotate(OpenApi.Description, "Embeddings of chunks in the context of their documents.")
    .add(create)
    .pipe(jsonGroup("all", { by: "engine", usesTokens: true, genAiOperation: "embeddings" }))
) {}
