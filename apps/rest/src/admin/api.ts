// The admin API as endpoints: groups, keys, usage, async chats and audit, for whoever has the operator token.
// Assumed: ours, the interface knows no administration.
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiError from "effect/http-api/HttpApiError"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import * as S from "./schema.ts"

/** The operator token is missing or wrong: 401. */
export class UnauthorizedProblem extends HttpApiError.Problem<UnauthorizedProblem>()("UnauthorizedProblem", {
  type: "about:blank",
  status: 401,
  title: "Unauthorized"
}) {}

/** The state of the store does not allow it; `detail` says why: 409. */
export class RefusedProblem extends HttpApiError.Problem<RefusedProblem>()("RefusedProblem", {
  type: "about:blank",
  status: 409,
  title: "Conflict"
}) {}

/** The store does not answer: 503. */
export class UnavailableProblem extends HttpApiError.Problem<UnavailableProblem>()("UnavailableProblem", {
  type: "about:blank",
  status: 503,
  title: "Service Unavailable"
}) {}

/** The operator token is required. */
export class OperatorToken extends HttpApiMiddleware.Service<OperatorToken>()(
  "@leadline/rest/OperatorToken",
  {
    error: UnauthorizedProblem,
    security: { bearer: HttpApiSecurity.bearer }
  }
) {}

const error = [RefusedProblem, UnavailableProblem] as const

const inGroup = { group: Schema.optionalKey(S.Id) }
/** The number of latest rows. */
const last = Schema.optionalKey(S.Last)
const params = { id: S.Id }

const groups = HttpApiGroup.make("groups").add(
  HttpApiEndpoint.get("list", "/groups", { success: Schema.Array(S.Group), error }),
  HttpApiEndpoint.post("create", "/groups", { payload: S.NewGroup, success: S.Group, error }),
  HttpApiEndpoint.patch("set", "/groups/:id", { params, payload: S.GroupChange, success: S.Group, error }),
  HttpApiEndpoint.post("disable", "/groups/:id/disable", { params, success: S.Group, error }),
  HttpApiEndpoint.post("enable", "/groups/:id/enable", { params, success: S.Group, error })
)

const keys = HttpApiGroup.make("keys").add(
  HttpApiEndpoint.get("list", "/keys", { query: { ...inGroup, last }, success: Schema.Array(S.Key), error }),
  HttpApiEndpoint.post("create", "/keys", { payload: S.NewKey, success: S.CreatedKey, error }),
  HttpApiEndpoint.post("revoke", "/keys/revoke", { payload: S.Revocation, success: S.RevokedKeys, error })
)

const usage = HttpApiGroup.make("usage").add(
  HttpApiEndpoint.get("list", "/usage", { query: S.usageQuery, success: Schema.Array(S.Usage), error }),
  HttpApiEndpoint.get("csv", "/usage.csv", {
    query: S.usageQuery,
    success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv" })),
    error
  })
)

const asyncChats = HttpApiGroup.make("asyncChats").add(
  HttpApiEndpoint.get("list", "/async-chats", {
    query: {
      ...inGroup,
      queued: Schema.optionalKey(Schema.Literals(["true", "false"])),
      last
    },
    success: Schema.Array(S.AsyncChat),
    error
  }),
  HttpApiEndpoint.post("cancel", "/async-chats/cancel", {
    payload: S.AsyncChatChoice,
    success: S.Changed,
    error
  }),
  HttpApiEndpoint.post("delete", "/async-chats/delete", {
    payload: S.AsyncChatChoice,
    success: S.Changed,
    error
  })
)

const audit = HttpApiGroup.make("audit").add(
  HttpApiEndpoint.get("list", "/audit", {
    query: { last },
    success: Schema.Array(S.AuditEvent),
    error
  })
)

/** Every operation of the admin API. */
export class AdminApi extends HttpApi.make("leadline-admin")
  .add(groups, keys, usage, asyncChats, audit)
  .middleware(HttpApiMiddleware.ProblemDetails)
  .middleware(OperatorToken)
  // A misspelt setting must not go unnoticed.
  .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "error" })
  .annotateMerge(
    OpenApi.annotations({
      title: "Leadline administration",
      description:
        "Groups, keys, usage, async chats and the audit log of a Leadline server. Every request needs " +
        "`Authorization: Bearer <operator token>`. Failures are RFC 9457 problems; `detail` says what to do. " +
        "Times are Unix milliseconds. Each change is in the audit log."
    })
  ) {}
