// The router: paths byte for byte, methods by the routes of the path.
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
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
  routeOf("GET", "/v1/models"),
  routeOf("GET", "/things"),
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

const notFound = { status: 404, allow: undefined, template: "none" }

describe("a path", () => {
  it.each([
    ["POST", "/v1/decisions"],
    ["POST", "/v1/decisions?local_mode=1"],
    ["GET", "/v1/models"]
  ])("of a route is found: %s %s", (method, target) => {
    const path = target.split("?", 1)[0] ?? ""
    assert.deepStrictEqual(found(method, target), { path, method, params: {}, template: path })
  })

  it.each([
    "/v1/decisions/",
    "//v1/decisions",
    "/v1/Decisions",
    "/v1/decision%73",
    "/v1/decisions#x",
    "",
    "*"
  ])("that differs by a byte is not found: %s", (target) => {
    assert.deepStrictEqual(found("POST", target), notFound)
  })

  it("with another method is 405, with the methods it has", () => {
    assert.deepStrictEqual(found("DELETE", "/v1/decisions"), {
      status: 405,
      allow: "POST",
      template: "/v1/decisions"
    })
  })
})

describe("a path with an id", () => {
  it("takes an id of up to 128 letters, digits, dashes and underscores", () => {
    const id = "a".repeat(128)
    assert.deepStrictEqual(found("GET", `/things/${id}`), {
      path: "/things/:id",
      method: "GET",
      params: { id },
      template: "/things/:id"
    })
    for (const wrong of [`${id}a`, "", "a%2fb", "a b", "a.b", "ä"]) {
      assert.deepStrictEqual(found("GET", `/things/${wrong}`), notFound)
    }
  })

  it("lists all its methods, sorted", () => {
    assert.deepStrictEqual(found("POST", "/things/a"), {
      status: 405,
      allow: "DELETE, GET",
      template: "/things/:id"
    })
  })
})
