// Key management as HTTP endpoints.
// Source: §4.2, §4.3.
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { OptionalBody } from "../http/BodyGuard.ts"
import { guarded } from "../http/guarded.ts"
import { errors } from "./errors.ts"
import * as operation from "./operation.ts"
import { ApiKey, GenerateRequest, RevokeRequest } from "./schema.ts"

const generate = HttpApiEndpoint.post("generate", operation.generate.path, {
  payload: GenerateRequest,
  success: ApiKey,
  error: errors
}).annotate(OptionalBody, true)

/** Assumed: docs. No answer body is published for it, so it is empty. */
const revoke = HttpApiEndpoint.post("revoke", operation.revoke.path, {
  payload: RevokeRequest,
  success: HttpApiSchema.Empty(200),
  error: errors
})

/** `POST /generate_auth_token`, `POST /revoke_auth_token`. */
export class ApiKeysApi extends HttpApi.make("leadline").add(
  HttpApiGroup.make("apiKeys").add(generate, revoke).pipe(guarded)
) {}
