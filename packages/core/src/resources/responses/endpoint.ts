// The responses resource as HTTP endpoints: one operation under two paths.
// Source: §4.7; the alias is Assumed: OAS.
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { eventStream, OperationName, jsonBody } from "../../contract/annotations.ts"
import { jsonGroup } from "../../contract/endpointPolicies.ts"
import { withDescriptions } from "../../schema/descriptions.ts"
import { errors } from "./errors.ts"
import { create } from "./operation.ts"
import { Response, ResponsesRequest } from "./schema.ts"
import * as words from "./descriptions.ts"

const summary = "Generates a response, with tools where offered"
const description = [
  "Answers as JSON, or as events when `stream` is true; the last is `response.completed` or `response.failed`.",
  "A run that failed is a 200 with the status `failed`. `/v1/agent` is the same operation."
].join(" ")

const request = withDescriptions(ResponsesRequest, words.all)
const response = withDescriptions(Response, words.all)

const at = <const Name extends string, const Path extends `/${string}`>(name: Name, path: Path) =>
  HttpApiEndpoint.post(name, path, {
    payload: jsonBody(request),
    success: [response, eventStream],
    error: errors
  })
    .annotate(OperationName, "responses.create")
    .annotateMerge(OpenApi.annotations({ summary, description }))

/** `POST /v1/responses` and `/v1/agent`. */
export class ResponsesApi extends HttpApi.make("leadline").add(
  HttpApiGroup.make("responses")
    .annotate(OpenApi.Description, "Responses of a model or a preset, with web search, pages and functions.")
    .add(at("create", create.path))
    .add(at("createAgent", "/v1/agent"))
    .pipe(jsonGroup("first", { by: "engine", usesTokens: true, genAiOperation: "chat" }))
) {}
