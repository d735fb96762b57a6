// The decisions room as HTTP endpoints.
// Source: §4.1.
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { guarded } from "../http/guarded.ts"
import { errors } from "./errors.ts"
import * as operation from "./operation.ts"
import { DecisionsRequest, DecisionsResponse } from "./schema.ts"

const create = HttpApiEndpoint.post("create", operation.create.path, {
  payload: DecisionsRequest,
  success: DecisionsResponse,
  error: errors
})

/** `POST /v1/decisions`. */
export class DecisionsApi extends HttpApi.make("leadline").add(
  HttpApiGroup.make("decisions").add(create).pipe(guarded)
) {}
