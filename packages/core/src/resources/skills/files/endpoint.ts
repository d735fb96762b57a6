// The files of skills over HTTP, beside the contract: in no OpenAPI document and under no key.
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import * as wire from "../../../errors/wireErrors.ts"
import { openGroup } from "../../../contract/endpointPolicies.ts"
import * as operation from "./operation.ts"

const get = HttpApiEndpoint.get("get", operation.get.path, {
  params: { token: Schema.String },
  success: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/zip" })),
  error: [wire.codecsWithNullCode.notFound, wire.codecsWithNullCode.unavailable]
})

/** `GET /downloads/skills/{token}`. */
export class SkillFilesApi extends HttpApi.make("leadline-files").add(
  HttpApiGroup.make("skill-files")
    .add(get)
    .pipe(openGroup({ by: "store" }))
) {}
