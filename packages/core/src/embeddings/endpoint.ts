// The embeddings room as HTTP endpoints.
// Source: §4.6; the plain operation is Assumed: OAS.
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { detailed } from "../http/guarded.ts"
import { errors } from "./errors.ts"
import * as operation from "./operation.ts"
import {
  EmbeddingsRequest,
  EmbeddingsResponse,
  PlainEmbeddingsRequest,
  PlainEmbeddingsResponse
} from "./schema.ts"

const create = HttpApiEndpoint.post("create", operation.create.path, {
  payload: EmbeddingsRequest,
  success: EmbeddingsResponse,
  error: errors
})

const createPlain = HttpApiEndpoint.post("createPlain", operation.createPlain.path, {
  payload: PlainEmbeddingsRequest,
  success: PlainEmbeddingsResponse,
  error: errors
})

/** `POST /v1/contextualizedembeddings` and `POST /v1/embeddings`. */
export class EmbeddingsApi extends HttpApi.make("leadline").add(
  HttpApiGroup.make("embeddings").add(create).add(createPlain).pipe(detailed)
) {}
