// Async chat as HTTP endpoints: three operations under two paths each.
// Source: §4.11; create and get are Assumed: OAS, the aliases Assumed: clients.
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { OperationName, jsonBody } from "../../../contract/annotations.ts"
import { jsonGroup } from "../../../contract/endpointPolicies.ts"
import { withDescriptions } from "../../../schema/descriptions.ts"
import { pageLimit } from "../../../schema/pageQuery.ts"
import { errors } from "./errors.ts"
import { page } from "./limits.ts"
import * as operation from "./operation.ts"
import { AsyncPage, AsyncRecord, CreateRequest, ListRequest } from "./schema.ts"
import * as words from "./descriptions.ts"

const record = withDescriptions(AsyncRecord, words.all)

const create = <const Name extends string, const Path extends `/${string}`>(name: Name, path: Path) =>
  HttpApiEndpoint.post(name, path, {
    payload: jsonBody(withDescriptions(CreateRequest, words.all)),
    success: record,
    error: errors
  })
    .annotate(OperationName, "asyncChat.create")
    .annotateMerge(
      OpenApi.annotations({
        summary: "Puts a conversation in the queue",
        description:
          "Answers at once with the record; the same `idempotency_key` gives the same record again. `/async/chat/completions` is the same operation."
      })
    )

const get = <const Name extends string, const Path extends `/${string}`>(name: Name, path: Path) =>
  HttpApiEndpoint.get(name, path, {
    params: { id: Schema.String },
    success: record,
    error: errors
  })
    .annotate(OperationName, "asyncChat.get")
    .annotateMerge(
      OpenApi.annotations({
        summary: "Gives one queued conversation, with its answer once it is completed",
        description: "Records are kept for 7 days. `/async/chat/completions/{id}` is the same operation."
      })
    )

const list = <const Name extends string, const Path extends `/${string}`>(name: Name, path: Path) =>
  HttpApiEndpoint.get(name, path, {
    query: { ...ListRequest.fields, limit: Schema.optionalKey(pageLimit(page)) },
    success: withDescriptions(AsyncPage, words.all),
    error: errors
  })
    .annotate(OperationName, "asyncChat.list")
    .annotateMerge(
      OpenApi.annotations({
        summary: "Lists queued conversations, newest first",
        description:
          "In pages; `next_token` of a page asks for the next. `/async/chat/completions` is the same operation."
      })
    )

const alias = "/async/chat/completions"

/** `/v1/async/sonar` and `/async/chat/completions`, each with `/{id}`. */
export class AsyncChatApi extends HttpApi.make("leadline").add(
  HttpApiGroup.make("asyncChat")
    .annotate(OpenApi.Description, "Conversations answered later, by a queue that survives restarts.")
    .add(create("create", operation.create.path))
    .add(create("createCompletions", alias))
    .add(get("get", operation.get.path))
    .add(get("getCompletions", `${alias}/:id`))
    .add(list("list", operation.list.path))
    .add(list("listCompletions", alias))
    .pipe(jsonGroup("all", { by: "queue", usesTokens: true }))
) {}
