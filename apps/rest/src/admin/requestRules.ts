// What holds for every request of the admin API, whatever its path.
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import { HttpServerError } from "effect/http/HttpServerError"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import { toResponse } from "effect/http/HttpServerRespondable"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { AdminApi, MethodProblem, NotFoundProblem } from "./api.ts"

/** The path of the description. */
export const openapiPath = "/openapi.json"

const routes = [
  { method: "GET", path: openapiPath },
  ...Object.values(AdminApi.groups).flatMap(({ endpoints }) => Object.values(endpoints))
].map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll(".", String.raw`\.`).replaceAll(/:\w+/g, "[^/]+")}$`)
}))

/** 404, or 405 for a path that has other methods. */
const unknownRoute = Effect.fnUntraced(function* ({ method, url }: HttpServerRequest.HttpServerRequest) {
  const [path = ""] = url.split("?", 1)
  const allowed = routes.filter(({ pattern }) => pattern.test(path)).map((route) => route.method)
  if (allowed.length === 0) {
    return yield* toResponse(new NotFoundProblem({ detail: `There is no such path. See ${openapiPath}.` }))
  }
  const allow = allowed.join(", ")
  const response = yield* toResponse(new MethodProblem({ detail: `Expected ${allow} instead of ${method}.` }))
  return HttpServerResponse.setHeader(response, "allow", allow)
})

/** Takes every body as JSON, as the API itself does. Answers are never cached; unknown paths and methods are problems. */
export const withAdminRules = <E, R>(app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    app.pipe(
      Effect.provideService(
        HttpServerRequest.HttpServerRequest,
        request.modify({ headers: Headers.set(request.headers, "content-type", "application/json") })
      ),
      Effect.catchIf(
        (error) => error instanceof HttpServerError && error.reason._tag === "RouteNotFound",
        () => unknownRoute(request)
      ),
      Effect.map(HttpServerResponse.setHeader("cache-control", "no-store"))
    )
  )
