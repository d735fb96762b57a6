// The dialect as an HTTP endpoint.
// Source: §4.1; the path is Assumed: ours, the shape Assumed: clients.
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { OperationName, jsonBody } from "../../../contract/annotations.ts"
import { jsonGroup } from "../../../contract/endpointPolicies.ts"
import { withDescriptions } from "../../../schema/descriptions.ts"
import { errors } from "./errors.ts"
import { OpenAiRequest, OpenAiResponse } from "./schema.ts"
import * as words from "./descriptions.ts"

const create = HttpApiEndpoint.post("create", "/openai/v1/decisions", {
  payload: jsonBody(withDescriptions(OpenAiRequest, words.all)),
  success: withDescriptions(OpenAiResponse, words.all),
  error: errors
})
  .annotate(OperationName, "decisions.create")
  .annotateMerge(
    OpenApi.annotations({
      summary: "Answers questions about an input, in the shape of OpenAI's Decisions",
      description:
        "As `POST /v1/decisions`, for clients of OpenAI whose base URL ends in `/openai/v1`: the content is `input`, questions and answers are lists, choices may be boolean, and there may be 400 questions."
    })
  )

/** `POST /openai/v1/decisions`: decisions for clients of OpenAI. */
export class OpenAiDecisionsApi extends HttpApi.make("leadline").add(
  HttpApiGroup.make("openaiDecisions")
    .annotate(OpenApi.Description, "Decisions for clients of OpenAI.")
    .add(create)
    .pipe(jsonGroup("first", { by: "engine", usesTokens: true }))
) {}
