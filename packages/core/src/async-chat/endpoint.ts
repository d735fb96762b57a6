// Async chat as HTTP endpoints: three operations under two paths each.
// Source: §4.11; create and get are Assumed: OAS, the aliases Assumed: clients.
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { detailed } from "../http/guarded.ts"
import { errors } from "./errors.ts"
import * as operation from "./operation.ts"
import { AsyncPage, AsyncRecord, CreateRequest, ListRequest } from "./schema.ts"

const create = <const Name extends string, const Path extends `/${string}`>(name: Name, path: Path) =>
  HttpApiEndpoint.post(name, path, { payload: CreateRequest, success: AsyncRecord, error: errors })

const get = <const Name extends string, const Path extends `/${string}`>(name: Name, path: Path) =>
  HttpApiEndpoint.get(name, path, { params: { id: Schema.String }, success: AsyncRecord, error: errors })

const list = <const Name extends string, const Path extends `/${string}`>(name: Name, path: Path) =>
  HttpApiEndpoint.get(name, path, { query: ListRequest, success: AsyncPage, error: errors })

/** `/v1/async/sonar` and `/async/chat/completions`, each with `/{id}`. */
export class AsyncChatApi extends HttpApi.make("leadline").add(
  HttpApiGroup.make("asyncChat")
    .add(create("create", operation.create.path))
    .add(create("createCompletions", operation.create.aliases[0]))
    .add(get("get", operation.get.path))
    .add(get("getCompletions", operation.get.aliases[0]))
    .add(list("list", operation.list.path))
    .add(list("listCompletions", operation.list.aliases[0]))
    .pipe(detailed)
) {}
