// The responses room as HTTP endpoints: one operation under two paths.
// Source: §4.7; the alias is Assumed: OAS.
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { eventStream } from "../http/eventStream.ts"
import { guarded } from "../http/guarded.ts"
import { errors } from "./errors.ts"
import { create } from "./operation.ts"
import { Response, ResponsesRequest } from "./schema.ts"

const at = <const Name extends string, const Path extends `/${string}`>(name: Name, path: Path) =>
  HttpApiEndpoint.post(name, path, {
    payload: ResponsesRequest,
    success: [Response, eventStream],
    error: errors
  })

/** `POST /v1/responses` and `/v1/agent`. */
export class ResponsesApi extends HttpApi.make("leadline").add(
  HttpApiGroup.make("responses")
    .add(at("create", create.path))
    .add(at("createAgent", create.aliases[0]))
    .pipe(guarded)
) {}
