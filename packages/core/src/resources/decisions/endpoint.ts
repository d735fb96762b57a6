// The decisions resource as HTTP endpoints.
// Source: §4.1.
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { jsonBody } from "../../contract/annotations.ts"
import { jsonGroup } from "../../contract/endpointPolicies.ts"
import { withDescriptions } from "../../schema/descriptions.ts"
import { errors } from "./errors.ts"
import { inputPrice } from "./limits.ts"
import * as operation from "./operation.ts"
import { DecisionsResponse } from "./schema.ts"
import { ServedDecisionsRequest } from "./serverRequest.ts"
import * as words from "./descriptions.ts"

const create = HttpApiEndpoint.post("create", operation.create.path, {
  payload: jsonBody(withDescriptions(ServedDecisionsRequest, words.all)),
  success: withDescriptions(DecisionsResponse, words.all),
  error: errors
}).annotateMerge(
  OpenApi.annotations({
    summary: "Answers questions about supplied content",
    description: `One answer is returned per question, under its name. Billed at ${inputPrice} USD per million input tokens; output tokens are free.`
  })
)

/** `POST /v1/decisions`. */
export class DecisionsApi extends HttpApi.make("leadline").add(
  HttpApiGroup.make("decisions")
    .annotate(
      OpenApi.Description,
      "Answers named yes-or-no, choice and rating questions about supplied content, with probabilities."
    )
    .add(create)
    .pipe(jsonGroup("first", { by: "engine", usesTokens: true }))
) {}
