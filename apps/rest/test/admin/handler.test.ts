// The admin API over a store: what it does, whom it refuses, and that each change is audited.
import * as Store from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as Http from "node:http"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { makeAdminHandler } from "../../src/admin/handler.ts"

const token = "operator-token-0123456789-abcdef"
const store = ManagedRuntime.make(
  Layer.mergeAll(
    Sqlite.layer({ filename: ":memory:" }),
    Store.layerPepper(Redacted.make("admin-admin-admin-admin-admin-admin"))
  )
)
const scope = Scope.makeUnsafe()
let server: Http.Server
let url = ""

beforeAll(async () => {
  const handle = await store.runPromise(makeAdminHandler(Redacted.make(token)).pipe(Scope.provide(scope)))
  server = Http.createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`
})

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await Effect.runPromise(Scope.close(scope, Exit.void))
  await store.dispose()
})

const call = async (method: string, path: string, body?: unknown, authorization = `Bearer ${token}`) => {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization, "content-type": "application/json", connection: "close" },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
  })
  const text = await response.text()
  const isJson = response.headers.get("content-type")?.includes("json") === true
  return { status: response.status, body: isJson ? JSON.parse(text) : text }
}

const audited = async () => {
  const { body } = await call("GET", "/audit?last=100")
  return (body as ReadonlyArray<Store.AuditRow>).map(
    ({ action, node, object_id, outcome }) => `${action} ${object_id} ${outcome} ${node?.split("@")[0]}`
  )
}

describe("the admin API", () => {
  it("creates, sets, disables and enables groups, and audits each change", async () => {
    const created = await call("POST", "/groups", { id: "acme" })
    assert.deepEqual([created.status, created.body.id, created.body.state], [200, "acme", "enabled"])
    const set = await call("PATCH", "/groups/acme", { budget_usd: 2.5, max_skills: 3 })
    assert.deepInclude(set.body.settings, { budget_usd: 2.5, max_skills: 3, max_keys: null })
    assert.strictEqual((await call("POST", "/groups/acme/disable")).body.state, "disabled")
    assert.strictEqual((await call("POST", "/groups/acme/enable")).body.state, "enabled")
    const { body } = await call("GET", "/groups")
    assert.deepEqual(
      body.map(({ id }: Store.ListedGroup) => id),
      ["acme", "default"]
    )
    assert.deepEqual(await audited(), [
      "config.change acme made admin",
      "config.change acme budget_usd=2.5 max_skills=3 admin",
      "config.change acme disabled admin",
      "config.change acme enabled admin"
    ])
  })

  it("creates, lists and revokes keys with rights, and shows a key once", async () => {
    const { body: made } = await call("POST", "/keys", {
      name: "ci",
      rights: ["chat"],
      networks: ["10.0.0.0/8"],
      expires_at: 4_000_000_000_000
    })
    assert.match(made.key, Store.keyPattern)
    const { body: listed } = await call("GET", "/keys?group=default")
    assert.deepInclude(listed[0], {
      id: made.id,
      name: "ci",
      rights: ["chat"],
      may_make_keys: false,
      networks: ["10.0.0.0/8"],
      expires_at: 4_000_000_000_000,
      last_used_day: null
    })
    assert.notInclude(JSON.stringify(listed), made.key)
    const revoked = await call("POST", "/keys/revoke", { ids: [made.id], made_by: made.id })
    assert.deepEqual(revoked.body, { keys: [{ id: made.id, changed: true }], active: 0 })
  })

  it("exports usage as JSON and CSV, and lists, cancels and deletes async chats", async () => {
    assert.deepEqual((await call("GET", "/usage?month=2026-11&group=default")).body, [])
    assert.strictEqual(
      (await call("GET", "/usage.csv")).body,
      "month,group,operation,requests,input_tokens,output_tokens,cost_usd\n"
    )
    assert.deepEqual((await call("GET", "/async-chats?queued=true&last=10")).body, [])
    assert.deepEqual((await call("POST", "/async-chats/cancel", { ids: ["a"] })).body, { count: 0 })
    assert.deepEqual((await call("POST", "/async-chats/delete", { group: "default" })).body, { count: 0 })
  })

  it.each(["", "Bearer", "Bearer x", `Bearer ${token}x`, `Basic ${token}`, token])(
    "refuses the token %j on every path before it reads anything",
    async (authorization) => {
      for (const [method, path, body] of [
        ["GET", "/groups"],
        ["POST", "/groups", "{"],
        ["POST", "/keys", { rights: 1 }],
        ["GET", "/audit?last=x"],
        ["GET", "/usage.csv"]
      ] as const) {
        const { body: problem, status } = await call(method, path, body, authorization)
        assert.deepEqual([status, problem.title], [401, "Unauthorized"], path)
      }
    }
  )

  it.each([
    ["POST", "/groups", { id: "default" }, 409, /exists already/],
    ["POST", "/groups", { id: "a b" }, 409, /A group id consists of/],
    ["POST", "/groups/nobody/disable", undefined, 409, /Group nobody does not exist/],
    ["PATCH", "/groups/default", {}, 409, /No setting/],
    ["PATCH", "/groups/default", { max_skill: 1 }, 400, /max_skill/],
    ["PATCH", "/groups/default", { max_skills: -1 }, 400, /max_skills/],
    ["POST", "/keys", { rights: ["chats"] }, 409, /There is no right chats/],
    ["POST", "/keys", { group: "nobody" }, 409, /Group nobody does not exist/],
    ["POST", "/keys/revoke", { ids: ["nobody"] }, 409, /There is no such key/],
    ["POST", "/async-chats/delete", {}, 400, /./],
    ["GET", "/audit?last=0", undefined, 400, /last/],
    ["GET", "/usage?month=2026-13", undefined, 400, /month/]
  ] as const)("%s %s with %j is %i and says why", async (method, path, body, status, reason) => {
    const found = await call(method, path, body)
    assert.strictEqual(found.status, status, JSON.stringify(found.body))
    assert.match(JSON.stringify(found.body), reason)
  })

  it("describes itself, and has none of the contract's paths", async () => {
    const { body } = await call("GET", "/openapi.json", undefined, "")
    assert.strictEqual(body.info.title, "Leadline administration")
    assert.lengthOf(Object.keys(body.paths), 12)
    assert.strictEqual((await call("GET", "/v1/models")).status, 404)
  })
})
