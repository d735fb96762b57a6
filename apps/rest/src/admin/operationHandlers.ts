// HTTP in, the operator's functions of the store out. Each change has its audit event from there.
import { Backends } from "@leadline/backends"
import * as Store from "@leadline/store-sql"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiError from "effect/http-api/HttpApiError"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { hostname } from "node:os"
import { ReloadBackends } from "../engines/layer.ts"
import { AdminApi, NotFoundProblem, RefusedProblem, UnavailableProblem } from "./api.ts"

/** A field of the API for an option of the store: `expires_at` for `expiresAt`. */
const fieldOf = (option: string) => option.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const toProblem = ({ isMissing, isOutage, message, option }: Store.StoreError) =>
  option !== undefined
    ? new HttpApiError.BadRequestProblem({ detail: `${fieldOf(option)}: ${message}` })
    : isMissing === true
      ? new NotFoundProblem({ detail: message })
      : isOutage === true
        ? new UnavailableProblem({ detail: message })
        : new RefusedProblem({ detail: message })

/** Runs a function of the store; its error is one line for the operator. */
const run = <A, R>(effect: Effect.Effect<A, Store.StoreError, R>) =>
  effect.pipe(Effect.mapError(toProblem), Effect.provideService(Store.AuditNode, `admin@${hostname()}`))

const groups = HttpApiBuilder.group(AdminApi, "groups", (handlers) =>
  handlers
    .handle("list", () => run(Store.listGroups))
    .handle("create", ({ payload }) => run(Store.createGroup(payload.id)))
    .handle("set", ({ params, payload }) => run(Store.setGroup(params.id, payload)))
    .handle("disable", ({ params }) => run(Store.disableGroup(params.id)))
    .handle("enable", ({ params }) => run(Store.enableGroup(params.id)))
    .handle("delete", ({ params }) => run(Store.deleteGroup(params.id)))
)

const keys = HttpApiBuilder.group(AdminApi, "keys", (handlers) =>
  handlers
    .handle("list", ({ query }) => run(Store.listKeys({ last: 1_000, ...query })))
    .handle("create", ({ payload: { expires_at, may_make_keys, ...options } }) =>
      Effect.map(
        run(Store.createKey({ ...options, expiresAt: expires_at, mayMakeKeys: may_make_keys })),
        (created) => ({ ...created, key: Redacted.value(created.key) })
      )
    )
    .handle("revoke", ({ payload: { made_by, ...options } }) =>
      run(Store.revokeKeys({ ...options, madeBy: made_by }))
    )
)

const usage = HttpApiBuilder.group(AdminApi, "usage", (handlers) =>
  handlers
    .handle("list", ({ query }) => run(Store.listUsage(query)))
    .handle("csv", ({ query }) =>
      Effect.map(run(Store.listUsage(query)), (rows) => `${Store.usageCsv(rows)}\n`)
    )
)

const asyncChats = HttpApiBuilder.group(AdminApi, "asyncChats", (handlers) =>
  handlers
    .handle("list", ({ query }) => run(Store.listAsyncChats({ ...query, queued: query.queued === "true" })))
    .handle("cancel", ({ payload }) =>
      Effect.map(run(Store.cancelAsyncChats(payload)), (count) => ({ count }))
    )
    .handle("delete", ({ payload }) =>
      Effect.map(run(Store.deleteAsyncChats(payload)), (count) => ({ count }))
    )
)

const policies = HttpApiBuilder.group(AdminApi, "policies", (handlers) =>
  handlers
    .handle("list", ({ query }) => run(Store.listPolicies(query.group)))
    .handle("show", ({ params: { id, name }, query: { version } }) =>
      Effect.map(
        run(Store.findPolicy(id, version === undefined ? name : `${name}@${version}`)),
        ({ policy = null, ...listed }) => ({ ...listed, policy })
      )
    )
    .handle("put", ({ params: { id, name }, payload }) =>
      Effect.map(run(Store.putPolicy(id, name, payload)), ({ isNew, ...listed }) => ({
        ...listed,
        is_new: isNew
      }))
    )
    .handle("delete", ({ params: { id, name } }) =>
      Effect.map(run(Store.deletePolicy(id, name)), (count) => ({ count }))
    )
)

const audit = HttpApiBuilder.group(AdminApi, "audit", (handlers) =>
  handlers.handle("list", ({ query }) => run(Store.listAudit(query.last ?? 50)))
)

const backends = HttpApiBuilder.group(AdminApi, "backends", (handlers) =>
  handlers
    .handle("routes", () => Effect.flatMap(Backends, (all) => all.routes))
    .handle("check", () => Effect.flatMap(Backends, (all) => Effect.flatMap(all.routes, all.check)))
    .handle("reload", () =>
      Effect.flatMap(ReloadBackends, (reload) => reload).pipe(
        Effect.provideService(Store.AuditNode, `admin@${hostname()}`),
        Effect.mapError(({ message }) => new RefusedProblem({ detail: message })),
        Effect.andThen(Effect.flatMap(Backends, (all) => all.routes))
      )
    )
)

/** The handlers of all groups. */
export const layerHandlers = Layer.mergeAll(groups, keys, usage, asyncChats, policies, audit, backends)
