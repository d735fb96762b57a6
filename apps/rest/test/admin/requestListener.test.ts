// The admin API over a store: what it does, whom it refuses, and that each change is audited.
import * as Store from "@leadline/store-sql"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { assert, describe, it } from "vitest"
import { serveAdmin, token } from "../support/adminServer.ts"
import { policyOf } from "../support/policies.ts"

const { call, state, store, warnings } = serveAdmin()

const audited = async () => {
  const { body } = await call("GET", "/audit?last=100")
  return (body as ReadonlyArray<Store.AuditRow>).map(
    ({ action, node, object_id, outcome }) => `${action} ${object_id} ${outcome} ${node?.split("@")[0]}`
  )
}

const failures = async () => {
  const metrics = await store.runPromise(Metric.snapshot)
  const found = metrics.find(({ id }) => id === "leadline_admin_auth_failures_total")
  return found?.type === "Counter" ? Number(found.state.count) : 0
}

describe("the admin API", () => {
  it("creates, sets, disables, enables and deletes groups, and audits each change", async () => {
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
      "group.change acme made admin",
      "group.change acme budget_usd=2.5 max_skills=3 admin",
      "group.change acme disabled admin",
      "group.change acme enabled admin"
    ])
    await call("POST", "/groups", { id: "left" })
    const { body: gone } = await call("DELETE", "/groups/left")
    assert.deepEqual(gone, { id: "left", keys: 0, skills: 0, async_chats: 0, reviews: 0 })
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
    assert.deepEqual((await call("POST", "/async-chats/cancel", { group: "default" })).body, { count: 0 })
    assert.deepEqual((await call("POST", "/async-chats/delete", { group: "default" })).body, { count: 0 })
  })

  it.each(["", `Bearer ${token}x`, `Basic ${token}`])(
    "refuses the token %j on every path before it reads anything",
    async (authorization) => {
      state.now += 1000
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
    ["POST", "/groups", { id: "a b" }, 400, /A-Za-z0-9_-/],
    ["POST", "/groups", "{", 400, /./],
    ["PATCH", "/groups/nobody", { max_skills: 1 }, 404, /"Group nobody does not exist\."/],
    ["PATCH", "/groups/default", { max_skill: 1 }, 400, /max_skill/],
    ["PATCH", "/groups/default", { max_skills: -1 }, 400, /max_skills/],
    ["POST", "/keys", { rights: ["chats"] }, 400, /apiKeys\.revoke/],
    ["POST", "/keys", { rights: ["apiKeys"] }, 400, /may_make_keys: The right apiKeys revokes keys/],
    ["POST", "/keys", { networks: ["10.0.0.1/8"] }, 400, /networks: .* not 10\.0\.0\.1\/8/],
    [
      "POST",
      "/keys",
      { expires_at: 1_893_456_000 },
      400,
      /expires_at: .* Unix milliseconds, not 1893456000;/
    ],
    ["POST", "/keys/revoke", { ids: [] }, 400, /Expected ids, group or made_by/],
    ["POST", "/async-chats/delete", { ids: ["nope"] }, 404, /There is no async chat nope/],
    ["GET", "/usage?group=nobody", undefined, 404, /Group nobody/],
    ["GET", "/audit?last=0", undefined, 400, /last/],
    ["GET", "/usage?month=2026-13", undefined, 400, /month/],
    ["GET", "/keys?state=active", undefined, 400, /state/],
    // What the router below would take for a path of its own.
    ...["//groups", "/Groups", "/%67roups", "/openapi.json/"].map(
      (path) => ["GET", path, undefined, 404, /There is no such path/] as const
    ),
    ...["/groups/%64efault", `/groups/${"x".repeat(65)}`].map(
      (path) => ["PATCH", path, { max_skills: 3 }, 404, /There is no such path/] as const
    ),
    ["PUT", "/keys?last=1", undefined, 405, /Expected GET, POST instead of PUT/],
    ["DELETE", "/groups/default", undefined, 409, /cannot be deleted/]
  ] as const)("%s %s with %j is %i and says why", async (method, path, body, status, reason) => {
    const found = await call(method, path, body)
    assert.strictEqual(found.status, status, JSON.stringify(found.body))
    assert.strictEqual(found.headers.get("content-type"), "application/problem+json")
    assert.match(JSON.stringify(found.body), reason)
    assert.strictEqual(found.headers.get("allow") !== null, status === 405)
  })

  it("takes a body of a form as JSON, as curl sends it", async () => {
    const type = "application/x-www-form-urlencoded"
    const { body, status } = await call("POST", "/keys", { name: type }, undefined, type)
    assert.deepEqual([status, body.name], [200, type])
  })

  it("counts and logs wrong tokens, and answers 429 past 20 of them in a second", async () => {
    state.now += 60_000
    const before = await failures()
    for (let sent = 1; sent <= 22; sent += 1) {
      const { body, status } = await call("GET", "/groups", undefined, "Bearer wrong")
      assert.deepEqual([status, body.title], sent <= 20 ? [401, "Unauthorized"] : [429, "Too Many Requests"])
    }
    assert.strictEqual((await call("GET", "/groups")).status, 200)
    state.now += 1000
    assert.strictEqual((await call("GET", "/groups", undefined, "Bearer wrong")).status, 401)
    assert.strictEqual((await failures()) - before, 23)
    state.now += 60_000
    warnings.length = 0
    await call("GET", "/groups", undefined, "Bearer wrong")
    await call("GET", "/groups", undefined, "Bearer wrong")
    assert.deepEqual(warnings, ["The admin API refused a wrong operator token. Since the last warning: 23."])
  })

  it("shows, checks and reloads backends", async () => {
    const routes = { decisions: [[{ backend: "local", weight: 1 }]] }
    assert.deepEqual((await call("GET", "/backends/routes")).body, routes)
    const { body } = await call("POST", "/backends/check")
    assert.deepEqual(body[0].findings[0].advice, "Start it.")
    assert.deepEqual((await call("POST", "/backends/reload")).body, routes)
    const detail = "backends.yaml:3: backends.a.kind: required"
    state.reloaded = Effect.fail({ message: detail })
    const refused = await call("POST", "/backends/reload")
    assert.deepEqual([refused.status, refused.body.detail], [409, detail])
  })

  it("describes itself, and has none of the contract's paths", async () => {
    const { body } = await call("GET", "/openapi.json", undefined, "")
    assert.strictEqual(body.info.title, "Leadline administration")
    assert.match(body.info.version, /^\d+\.\d+\.\d+/)
    assert.lengthOf(Object.keys(body.paths), 17)
    assert.strictEqual((await call("GET", "/v1/models")).status, 404)
  })

  it("stores, lists, shows and deletes policies", async () => {
    const policy = policyOf({}, { answeredBy: { model: "embedded@1.0.0", decimals: null } })
    const path = "/groups/default/policies/tickets"
    const { body: put } = await call("PUT", path, policy)
    const listed = { group: "default", name: "tickets", version: 1, created_at: state.now, state: "active" }
    assert.deepEqual(put, { ...listed, is_new: true })
    assert.isFalse((await call("PUT", path, policy)).body.is_new)
    await call("PUT", path, { ...policy, promise: { error: 0.02, confidence: 0.95 } })
    assert.deepEqual((await call("GET", "/policies?group=default")).body, [listed, { ...listed, version: 2 }])
    assert.deepEqual((await call("GET", `${path}?version=1`)).body, { ...listed, policy })
    assert.strictEqual((await call("GET", path)).body.policy.promise.error, 0.02)
    assert.strictEqual((await call("PUT", path, { ...policy, extra: 1 })).status, 400)
    const { body: key } = await call("POST", "/keys", { policy: "tickets@2" })
    const { body: keys } = await call("GET", "/keys")
    assert.strictEqual(keys.find(({ id }: Store.ListedKey) => id === key.id).policy, "tickets@2")
    const refused = await call("POST", "/keys", { policy: "other" })
    assert.deepEqual(
      [refused.status, refused.body.detail],
      [400, "policy: Group default has no policy other."]
    )
    assert.deepEqual((await call("DELETE", path)).body, { count: 2 })
    assert.strictEqual((await call("GET", path)).status, 404)
    await call("POST", "/keys/revoke", { ids: [key.id] })
  })
})
