// Rules for every request of the admin API, whatever its path.
import { groupPattern } from "@leadline/store-sql"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import { toResponse } from "effect/http/HttpServerRespondable"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { AdminApi, MethodProblem, NotFoundProblem } from "./api.ts"

/** The path of the description. */
export const openapiPath = "/openapi.json"

const parameter = groupPattern.source.replaceAll(/^\^|\$$/g, "")

/** Every path as it is written, in bytes: the router below would also take others for it, as `//Groups/`. */
const routes = [
  { method: "GET", path: openapiPath },
  ...Object.values(AdminApi.groups).flatMap(({ endpoints }) => Object.values(endpoints))
].map(({ method, path }) => ({
  method: String(method),
  pattern: new RegExp(`^${path.replaceAll(".", String.raw`\.`).replaceAll(/:\w+/g, parameter)}$`)
}))

const unknownPath = toResponse(new NotFoundProblem({ detail: `There is no such path. See ${openapiPath}.` }))

const wrongMethod = (allow: string, method: string) =>
  Effect.map(
    toResponse(new MethodProblem({ detail: `Expected ${allow} instead of ${method}.` })),
    HttpServerResponse.setHeader("allow", allow)
  )

/**
 * Only paths and methods as they are written reach the API; others are problems. Takes every body as JSON, as the API
 * itself does. Answers are never cached.
 */
export const withAdminRules = <E, R>(app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const [path = ""] = request.url.split("?", 1)
    const allowed = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    const asJson = request.modify({
      headers: Headers.set(request.headers, "content-type", "application/json")
    })
    const answer =
      allowed.length === 0
        ? unknownPath
        : allowed.includes(request.method)
          ? Effect.provideService(app, HttpServerRequest.HttpServerRequest, asJson)
          : wrongMethod(allowed.join(", "), request.method)
    return Effect.map(answer, HttpServerResponse.setHeader("cache-control", "no-store"))
  })
