// The router: paths byte for byte, methods by the routes of the path.
import * as Effect from "effect/Effect"
import { assert, it } from "vitest"
import { Rejection } from "../../src/server/Rejection.ts"
import * as ServerResponse from "../../src/server/ServerResponse.ts"
import { type Route, plainRoute } from "../../src/server/Route.ts"
import { makeRouter } from "../../src/server/Router.ts"

const routeOf = (method: string, path: string): Route => ({
  ...plainRoute(path, Effect.succeed(ServerResponse.empty(200))),
  method
})

const router = makeRouter([
  routeOf("POST", "/v1/decisions"),
  routeOf("GET", "/things/:id"),
  routeOf("DELETE", "/things/:id")
])

/** The route, or the answer in place of one. */
const found = (method: string, target: string) => {
  const { params, route, template } = router(method, target)
  if (!(route instanceof Rejection)) return { path: route.path, method: route.method, params, template }
  const { headers, status } = route.respond()
  return { status, allow: headers["allow"], template }
}

const id = "a-b_C9".padEnd(128, "0")
const decisions = { path: "/v1/decisions", method: "POST", params: {}, template: "/v1/decisions" }
const thing = { path: "/things/:id", method: "GET", params: { id }, template: "/things/:id" }
const notFound = { status: 404, allow: undefined, template: "none" }

it.each([
  ["POST", "/v1/decisions", decisions],
  ["POST", "/v1/decisions?local_mode=1", decisions],
  ["GET", `/things/${id}`, thing],
  ["DELETE", "/v1/decisions", { status: 405, allow: "POST", template: "/v1/decisions" }],
  ["POST", "/things/a", { status: 405, allow: "DELETE, GET", template: "/things/:id" }],
  ...["/v1/decisions/", "//v1/decisions", "/v1/Decisions", "/v1/decision%73", "/v1/decisions#x", "", "*"].map(
    (target) => ["POST", target, notFound] as const
  ),
  ...[`${id}a`, "", "a%2fb", "a b", "a.b", "ä"].map((wrong) => ["GET", `/things/${wrong}`, notFound] as const)
] as const)("%s %s leads to %o", (method, target, wanted) => {
  assert.deepStrictEqual<unknown>(found(method, target), wanted)
})
