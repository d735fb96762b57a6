// The chat resource as HTTP endpoints: one operation under three paths.
// Source: §4.10; the aliases are Assumed: clients.
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { eventStream, OperationName, jsonBody } from "../../contract/annotations.ts"
import { jsonGroup } from "../../contract/endpointPolicies.ts"
import { ChatCompletion } from "../../schema/chat/Completion.ts"
import { ChatRequest } from "../../schema/chat/Request.ts"
import { withDescriptions } from "../../schema/descriptions.ts"
import { errors } from "./errors.ts"
import { create } from "./operation.ts"
import { requestDescriptions } from "../../schema/chat/descriptions.ts"

const summary = "Answers a conversation, with web search and citations"
const description = [
  "Answers as JSON, or as events when `stream` is true; these end with `data: [DONE]`.",
  "`/chat/completions` and `/v1/chat/completions` are the same operation."
].join(" ")

const request = withDescriptions(ChatRequest, [requestDescriptions])

const at = <const Name extends string, const Path extends `/${string}`>(name: Name, path: Path) =>
  HttpApiEndpoint.post(name, path, {
    payload: jsonBody(request),
    success: [ChatCompletion, eventStream],
    error: errors
  })
    .annotate(OperationName, "chat.create")
    .annotateMerge(OpenApi.annotations({ summary, description }))

/** `POST /v1/sonar`, `/chat/completions` and `/v1/chat/completions`. */
export class ChatApi extends HttpApi.make("leadline").add(
  HttpApiGroup.make("chat")
    .annotate(OpenApi.Description, "Conversations with web search, citations, images and related questions.")
    .add(at("create", create.path))
    .add(at("createCompletions", "/chat/completions"))
    .add(at("createCompletionsV1", "/v1/chat/completions"))
    .pipe(jsonGroup("all", { by: "engine", usesTokens: true, genAiOperation: "chat" }))
) {}
