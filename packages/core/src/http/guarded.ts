// What stands before every operation of a group, said once. The middleware added last runs first.
// Source: §5, §7.1; the order is Assumed: ours.
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { Authorization } from "./Authorization.ts"
import { BodyGuard } from "./BodyGuard.ts"
import { RateLimit } from "./RateLimit.ts"
import { RequestSchema } from "./RequestSchema.ts"

/** Key, rate, body, schema: 401, 429, 413 or 400, 400 as error objects. Requests are closed. */
export const guarded = <Id extends string, E extends HttpApiEndpoint.Constraint>(
  group: HttpApiGroup.HttpApiGroup<Id, E>
) =>
  group
    .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "error" })
    .middleware(RequestSchema)
    .middleware(BodyGuard)
    .middleware(RateLimit)
    .middleware(Authorization)

/** The same without a key, a limit or a body. */
export const keyless = <Id extends string, E extends HttpApiEndpoint.Constraint>(
  group: HttpApiGroup.HttpApiGroup<Id, E>
) => group.middleware(RequestSchema)
