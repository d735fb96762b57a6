// The gate: paths byte for byte, methods by the table of the api.
import { assert, describe, it } from "vitest"
import { Api } from "../../src/Api.ts"
import { makeGate } from "../../src/server/Router.ts"

const judge = makeGate(Api)

describe("the gate of the api", () => {
  it.each([
    ["POST", "/v1/decisions"],
    ["POST", "/v1/decisions?local_mode=1"],
    ["GET", "/v1/models"]
  ])("lets %s %s pass", (method, target) => {
    assert.strictEqual(judge(method, target), "pass")
  })

  it.each([
    "/v1/decisions/",
    "//v1/decisions",
    "/v1/Decisions",
    "/v1/decision%73",
    "/v1/decisions#x",
    "",
    "*"
  ])("does not find %s", (target) => {
    assert.strictEqual(judge("POST", target), "notFound")
  })

  it("names the methods of a known path", () => {
    assert.deepStrictEqual(judge("DELETE", "/v1/decisions"), { allow: "POST" })
  })
})

describe("a path with an id", () => {
  const things = makeGate({
    groups: {
      things: {
        endpoints: {
          get: { method: "GET", path: "/things/:id" },
          remove: { method: "DELETE", path: "/things/:id" },
          list: { method: "GET", path: "/things" }
        }
      }
    }
  })

  it("takes an id of up to 128 letters, digits, dashes and underscores", () => {
    assert.strictEqual(things("GET", `/things/${"a".repeat(128)}`), "pass")
    assert.strictEqual(things("GET", `/things/${"a".repeat(129)}`), "notFound")
    for (const id of ["", "a%2fb", "a b", "a.b", "ä"])
      assert.strictEqual(things("GET", `/things/${id}`), "notFound")
  })

  it("lists all its methods, sorted", () => {
    assert.deepStrictEqual(things("POST", "/things/a"), { allow: "DELETE, GET" })
  })
})

it("routes beside an api are judged with it", () => {
  const beside = makeGate(Api, { groups: { a: { endpoints: { b: { method: "GET", path: "/beside" } } } } })
  assert.strictEqual(beside("GET", "/beside"), "pass")
  assert.deepStrictEqual(beside("POST", "/beside"), { allow: "GET" })
  assert.strictEqual(beside("POST", "/v1/decisions"), "pass")
  assert.strictEqual(judge("GET", "/beside"), "notFound")
})
