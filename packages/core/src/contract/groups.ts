// What stands before every operation of a group, said once. The middleware added last runs first.
// Source: §5, §7.1; Assumed: ours for the order.
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { AddressLimit } from "../server/limits/AddressLimit.ts"
import { Authorization } from "../server/Authentication.ts"
import { BodyGuard } from "../server/body/readJson.ts"
import { FileGuard } from "../server/body/readFile.ts"
import { OperationSpan } from "../server/telemetry/engineTelemetry.ts"
import { RateLimit } from "../server/limits/admit.ts"
import { RequestSchema } from "../server/body/requestSchema.ts"

const before = <Id extends string, E extends HttpApiEndpoint.Constraint>(
  group: HttpApiGroup.HttpApiGroup<Id, E>,
  errors: "first" | "all"
) =>
  group
    .annotate(HttpApi.PayloadParseOptions, { errors, onExcessProperty: "error" })
    .middleware(RequestSchema)
    .middleware(BodyGuard)
    .middleware(OperationSpan)
    .middleware(RateLimit)
    .middleware(Authorization)

/** Key, rate, body, schema: 401, 429, 413 or 400, 400 with the first failure. Requests are closed. */
export const guarded = <Id extends string, E extends HttpApiEndpoint.Constraint>(
  group: HttpApiGroup.HttpApiGroup<Id, E>
) => before(group, "first")

/** The same for rooms whose failures are `wire.detail`: 422 with all of them. */
export const detailed = <Id extends string, E extends HttpApiEndpoint.Constraint>(
  group: HttpApiGroup.HttpApiGroup<Id, E>
) => before(group, "all")

/** The same as {@link guarded} for rooms whose bodies are files. */
export const guardedFiles = <Id extends string, E extends HttpApiEndpoint.Constraint>(
  group: HttpApiGroup.HttpApiGroup<Id, E>
) =>
  group
    .middleware(RequestSchema)
    .middleware(FileGuard)
    .middleware(OperationSpan)
    .middleware(RateLimit)
    .middleware(Authorization)

/** The same without a key or a body; the limit is that of an address. */
export const keyless = <Id extends string, E extends HttpApiEndpoint.Constraint>(
  group: HttpApiGroup.HttpApiGroup<Id, E>
) => group.middleware(RequestSchema).middleware(OperationSpan).middleware(AddressLimit)
