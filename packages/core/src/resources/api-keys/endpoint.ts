// Key management as HTTP endpoints.
// Source: §4.2, §4.3.
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { OptionalBody, jsonBody } from "../../contract/annotations.ts"
import { jsonGroup } from "../../contract/endpointPolicies.ts"
import { withDescriptions } from "../../schema/descriptions.ts"
import { errors } from "./errors.ts"
import * as operation from "./operation.ts"
import { ApiKey, GenerateRequest, RevokeRequest } from "./schema.ts"
import * as words from "./descriptions.ts"

const generate = HttpApiEndpoint.post("generate", operation.generate.path, {
  payload: jsonBody(withDescriptions(GenerateRequest, words.all)),
  success: withDescriptions(ApiKey, words.all),
  error: errors
})
  .annotate(OptionalBody, true)
  .annotateMerge(
    OpenApi.annotations({
      summary: "Generates a key",
      description: "The new key belongs to the caller's group. The full key is shown in this answer only.",
      transform: ({ requestBody: body, ...rest }) => ({ ...rest, requestBody: { ...body, required: false } })
    })
  )

// Assumed: docs.
/** No answer body is published for it, so it is empty. */
const revoke = HttpApiEndpoint.post("revoke", operation.revoke.path, {
  payload: jsonBody(withDescriptions(RevokeRequest, words.all)),
  success: HttpApiSchema.Empty(200),
  error: errors
}).annotateMerge(
  OpenApi.annotations({
    summary: "Revokes a key",
    description:
      "The key stops working and cannot be recovered. The answer is the same whether it existed or not."
  })
)

/** `POST /generate_auth_token`, `POST /revoke_auth_token`. */
export class ApiKeysApi extends HttpApi.make("leadline").add(
  HttpApiGroup.make("apiKeys")
    .annotate(OpenApi.Description, "Keys of the caller's group.")
    .add(generate, revoke)
    .pipe(jsonGroup("first", { by: "store" }))
) {}
