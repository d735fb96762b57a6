// The dialect as an HTTP endpoint.
// Source: §4.1; the path is Assumed: clients.
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { detailed } from "../../http/guarded.ts"
import { errors } from "./errors.ts"
import { RequestId } from "./RequestId.ts"
import { SystemOneRequest, SystemOneResponse } from "./schema.ts"

const create = HttpApiEndpoint.post("create", "/v1/systemone", {
  payload: SystemOneRequest,
  success: SystemOneResponse,
  error: errors
})

/** `POST /v1/systemone`: decisions for clients of that protocol. Unknown fields are no failure. */
export class SystemOneApi extends HttpApi.make("leadline").add(
  HttpApiGroup.make("systemone")
    .add(create)
    .pipe(detailed)
    .annotate(HttpApi.PayloadParseOptions, { errors: "all", onExcessProperty: "ignore" })
    .middleware(RequestId)
) {}
