// The admin API as endpoints: groups, keys, usage, async chats, policies, audit and backends, for the operator.
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiError from "effect/http-api/HttpApiError"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { version } from "../version.ts"
import * as P from "./policySchema.ts"
import * as S from "./schema.ts"

/** The operator token is missing or wrong: 401. */
export class UnauthorizedProblem extends HttpApiError.Problem<UnauthorizedProblem>()("UnauthorizedProblem", {
  type: "about:blank",
  status: 401,
  title: "Unauthorized"
}) {}

/** More than 20 wrong tokens within a second: 429. */
export class TooManyFailuresProblem extends HttpApiError.Problem<TooManyFailuresProblem>()(
  "TooManyFailuresProblem",
  { type: "about:blank", status: 429, title: "Too Many Requests" }
) {}

/** The group, key, async chat or policy does not exist: 404. */
export class NotFoundProblem extends HttpApiError.Problem<NotFoundProblem>()("NotFoundProblem", {
  type: "about:blank",
  status: 404,
  title: "Not Found"
}) {}

/** The path has other methods: 405. */
export class MethodProblem extends HttpApiError.Problem<MethodProblem>()("MethodProblem", {
  type: "about:blank",
  status: 405,
  title: "Method Not Allowed"
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
    error: [UnauthorizedProblem, TooManyFailuresProblem],
    security: { bearer: HttpApiSecurity.bearer }
  }
) {}

const error = [HttpApiError.BadRequestProblem, NotFoundProblem, RefusedProblem, UnavailableProblem] as const

const inGroup = { group: Schema.optionalKey(S.GroupId) }
/** The number of latest rows. */
const last = Schema.optionalKey(S.Last)
const params = { id: S.GroupId }

const groups = HttpApiGroup.make("groups").add(
  HttpApiEndpoint.get("list", "/groups", {
    query: S.noQuery,
    success: Schema.Array(S.Group),
    error
  }).annotate(OpenApi.Summary, "List groups with their settings and use"),
  HttpApiEndpoint.post("create", "/groups", {
    query: S.noQuery,
    payload: S.NewGroup,
    success: S.Group,
    error
  }).annotate(OpenApi.Summary, "Create a group"),
  HttpApiEndpoint.patch("set", "/groups/:id", {
    query: S.noQuery,
    params,
    payload: S.GroupChange,
    success: S.Group,
    error
  }).annotate(OpenApi.Summary, "Change settings of a group"),
  HttpApiEndpoint.post("disable", "/groups/:id/disable", {
    query: S.noQuery,
    params,
    success: S.Group,
    error
  }).annotate(OpenApi.Summary, "Refuse the keys of a group and fail its async chats"),
  HttpApiEndpoint.post("enable", "/groups/:id/enable", {
    query: S.noQuery,
    params,
    success: S.Group,
    error
  }).annotate(OpenApi.Summary, "Accept the keys of a group again"),
  HttpApiEndpoint.delete("delete", "/groups/:id", {
    query: S.noQuery,
    params,
    success: S.DeletedGroup,
    error
  }).annotate(OpenApi.Summary, "Delete a group with its skills and async chats, and revoke its keys")
)

const keys = HttpApiGroup.make("keys").add(
  HttpApiEndpoint.get("list", "/keys", {
    query: { ...inGroup, last },
    success: Schema.Array(S.Key),
    error
  }).annotate(OpenApi.Summary, "List the latest keys"),
  HttpApiEndpoint.post("create", "/keys", {
    query: S.noQuery,
    payload: S.NewKey,
    success: S.CreatedKey,
    error
  }).annotate(OpenApi.Summary, "Create a key and show it once"),
  HttpApiEndpoint.post("revoke", "/keys/revoke", {
    query: S.noQuery,
    payload: S.Revocation,
    success: S.RevokedKeys,
    error
  }).annotate(OpenApi.Summary, "Revoke keys")
)

const usage = HttpApiGroup.make("usage").add(
  HttpApiEndpoint.get("list", "/usage", {
    query: S.usageQuery,
    success: Schema.Array(S.Usage),
    error
  }).annotate(OpenApi.Summary, "List usage by month, group and operation"),
  HttpApiEndpoint.get("csv", "/usage.csv", {
    query: S.usageQuery,
    success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv" })),
    error
  }).annotate(OpenApi.Summary, "Export usage as CSV")
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
  }).annotate(OpenApi.Summary, "List the latest async chats"),
  HttpApiEndpoint.post("cancel", "/async-chats/cancel", {
    query: S.noQuery,
    payload: S.AsyncChatChoice,
    success: S.Changed,
    error
  }).annotate(OpenApi.Summary, "Cancel async chats that wait or run"),
  HttpApiEndpoint.post("delete", "/async-chats/delete", {
    query: S.noQuery,
    payload: S.AsyncChatChoice,
    success: S.Changed,
    error
  }).annotate(OpenApi.Summary, "Delete async chats with their answers")
)

const policyParams = { id: S.GroupId, name: P.PolicyName }

const policies = HttpApiGroup.make("policies").add(
  HttpApiEndpoint.get("list", "/policies", {
    query: inGroup,
    success: Schema.Array(P.ListedPolicy),
    error
  }).annotate(OpenApi.Summary, "List policies with all their versions"),
  HttpApiEndpoint.get("show", "/groups/:id/policies/:name", {
    query: { version: Schema.optionalKey(P.PolicyVersion) },
    params: policyParams,
    success: P.StoredPolicy,
    error
  }).annotate(OpenApi.Summary, "Show the newest version of a policy, or another one"),
  HttpApiEndpoint.put("put", "/groups/:id/policies/:name", {
    query: S.noQuery,
    params: policyParams,
    payload: P.Policy,
    success: P.PutPolicy,
    error
  }).annotate(OpenApi.Summary, "Store a policy as its next version"),
  HttpApiEndpoint.delete("delete", "/groups/:id/policies/:name", {
    query: S.noQuery,
    params: policyParams,
    success: S.Changed,
    error
  }).annotate(OpenApi.Summary, "Delete all versions of a policy")
)

const audit = HttpApiGroup.make("audit").add(
  HttpApiEndpoint.get("list", "/audit", {
    query: { last },
    success: Schema.Array(S.AuditEvent),
    error
  }).annotate(OpenApi.Summary, "List the latest audit events")
)

const backends = HttpApiGroup.make("backends").add(
  HttpApiEndpoint.get("routes", "/backends/routes", {
    query: S.noQuery,
    success: S.Routes,
    error
  }).annotate(OpenApi.Summary, "Which backends answer which resource"),
  HttpApiEndpoint.post("check", "/backends/check", {
    query: S.noQuery,
    success: Schema.Array(S.CheckedBackend),
    error
  }).annotate(OpenApi.Summary, "Ask every backend what it can do"),
  HttpApiEndpoint.post("reload", "/backends/reload", {
    query: S.noQuery,
    success: S.Routes,
    error
  }).annotate(OpenApi.Summary, "Read backends and routes again; a mistake changes nothing")
)

/** Every operation of the admin API. */
export class AdminApi extends HttpApi.make("leadline-admin")
  .add(groups, keys, usage, asyncChats, policies, audit, backends)
  .middleware(HttpApiMiddleware.ProblemDetails)
  .middleware(OperatorToken)
  // A misspelt setting or parameter must not go unnoticed.
  .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "error" })
  .annotate(HttpApi.QueryParseOptions, { onExcessProperty: "error" })
  .annotateMerge(
    OpenApi.annotations({
      title: "Leadline administration",
      version: version(),
      description:
        "Groups, keys, usage, async chats, policies, the audit log and backends of a Leadline server. Every request needs " +
        "`Authorization: Bearer <operator token>`. Failures are RFC 9457 problems; `detail` says what to do. " +
        "Times are Unix milliseconds. Each change is in the audit log."
    })
  ) {}
