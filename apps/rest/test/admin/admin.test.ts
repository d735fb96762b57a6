// The admin API over a store: what it does, whom it refuses, that each change is audited, and its spans.
import { Backends } from "@leadline/backends"
import { redactingTracer } from "@leadline/core/redacting-tracer"
import { recordingTracer, spanText } from "@leadline/lab"
import * as Store from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Tracer from "effect/Tracer"
import { assert, beforeAll, describe, it } from "vitest"
import { serveHttp } from "../../../../packages/lab/src/ports.ts"
import { makeAdminHandler } from "../../src/admin/requestListener.ts"
import { ReloadBackends } from "../../src/engines/layer.ts"
import { policyOf } from "../support/policies.ts"
import { useScope } from "../support/scope.ts"

const token = "operator-token-0123456789-abcdef"
const warnings: Array<unknown> = []
const { spans, tracer } = recordingTracer()
const wrong = "backends.yaml:3: backends.a.kind: required"

/** It stands still, so that wrong tokens fall into one second, unless a test moves it. */
let now = 1_790_000_000_000
const clock = Object.assign(Object.create(Clock.Clock.defaultValue()), {
  currentTimeMillisUnsafe: () => now,
  currentTimeMillis: Effect.sync(() => now)
})

const layer = Layer.mergeAll(
  Sqlite.layer({ filename: ":memory:" }),
  Store.layerPepper(Redacted.make("admin-admin-admin-admin-admin-admin")),
  Logger.layer([Logger.make(({ message }) => void warnings.push(message))]),
  Layer.succeed(Tracer.Tracer, redactingTracer(tracer)),
  Layer.succeed(Clock.Clock, clock),
  Layer.succeed(Backends, {
    routes: Effect.succeed({}),
    check: () => Effect.succeed([]),
    reload: () => Effect.void
  }),
  Layer.succeed(ReloadBackends, Effect.fail({ message: wrong }))
)

const run = useScope()
let url = ""
beforeAll(async () => {
  const handler = makeAdminHandler(Redacted.make(token))
  const server = await serveHttp(await run(Effect.provide(handler, await run(Layer.build(layer)))))
  url = server.url
  return server.close
})

/** A request of the operator, unless given another token. */
const call = async (
  method: string,
  path: string,
  body?: unknown,
  authorization = `Bearer ${token}`,
  contentType = "application/json"
) => {
  const response = await fetch(url + path, {
    method,
    headers: { authorization, "content-type": contentType },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) })
  })
  const text = await response.text()
  const isJson = response.headers.get("content-type")?.includes("json") === true
  assert.strictEqual(response.headers.get("cache-control"), "no-store")
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

describe("the admin API", () => {
  it("creates, sets, disables, enables, lists and deletes groups, and audits each change", async () => {
    const created = await call("POST", "/groups", { id: "acme" })
    assert.deepInclude(created.body, { id: "acme", state: "enabled" })
    const set = await call("PATCH", "/groups/acme", { budget_usd: 2.5, max_skills: 3 })
    assert.deepInclude(set.body.settings, { budget_usd: 2.5, max_skills: 3, max_keys: null })
    assert.strictEqual((await call("POST", "/groups/acme/disable")).body.state, "disabled")
    assert.strictEqual((await call("POST", "/groups/acme/enable")).body.state, "enabled")
    assert.lengthOf((await call("GET", "/groups")).body, 2)
    const audited: ReadonlyArray<Store.AuditRow> = (await call("GET", "/audit?last=100")).body
    for (const { node, object_id } of audited) assert.match(`${object_id} ${node}`, /^acme admin/)
    assert.deepEqual(
      audited.map(({ outcome }) => outcome),
      ["made", "budget_usd=2.5 max_skills=3", "disabled", "enabled"]
    )
    const gone = { id: "acme", keys: 0, skills: 0, async_chats: 0, reviews: 0 }
    assert.deepEqual((await call("DELETE", "/groups/acme")).body, gone)
  })

  it("creates, lists and revokes keys with rights, and shows a key once", async () => {
    const given = { name: "ci", rights: ["chat"], networks: ["10.0.0.0/8"], expires_at: 4_000_000_000_000 }
    // As curl sends a body, unless told otherwise.
    const { body: made } = await call("POST", "/keys", given, undefined, "application/x-www-form-urlencoded")
    assert.match(made.key, Store.keyPattern)
    const { body: listed } = await call("GET", "/keys?group=default")
    assert.deepInclude(listed[0], { ...given, id: made.id, may_make_keys: false, last_used_day: null })
    assert.notInclude(JSON.stringify(listed), made.key)
    const revoked = await call("POST", "/keys/revoke", { ids: [made.id], made_by: made.id })
    assert.deepEqual(revoked.body, { keys: [{ id: made.id, changed: true }], active: 0 })
  })

  it("describes itself to all, exports usage as JSON and CSV, and lists, cancels and deletes async chats", async () => {
    assert.deepEqual((await call("GET", "/usage?month=2026-11&group=default")).body, [])
    assert.lengthOf(Object.keys((await call("GET", "/openapi.json", undefined, "")).body.paths), 17)
    assert.match((await call("GET", "/usage.csv")).body, /^month,group,operation,requests,/)
    assert.deepEqual((await call("GET", "/async-chats?queued=true&last=10")).body, [])
    for (const path of ["/async-chats/cancel", "/async-chats/delete"])
      assert.deepEqual((await call("POST", path, { group: "default" })).body, { count: 0 })
  })

  it.each(["", `Bearer ${token}x`, `Basic ${token}`])(
    "refuses the token %j before it reads anything",
    async (authorization) => {
      now += 1000
      for (const [path, body] of [["/keys", "{"], ["/audit?last=x"], ["/usage.csv"]] as const) {
        const { body: problem, status } = await call(body ? "POST" : "GET", path, body, authorization)
        assert.deepEqual([status, problem.title], [401, "Unauthorized"], path)
      }
    }
  )

  it.each([
    ["POST", "/groups", { id: "default" }, 409, /exists already/],
    ["POST", "/groups", { id: "a b" }, 400, /A-Za-z0-9_-/],
    ["PATCH", "/groups/nobody", { max_skills: 1 }, 404, /Group nobody/],
    ["PATCH", "/groups/default", { max_skill: 1 }, 400, /max_skill/],
    ["POST", "/keys", { rights: ["apiKeys"] }, 400, /may_make_keys: The right apiKeys revokes keys/],
    ["POST", "/keys", { expires_at: 1_893_456_000 }, 400, /Unix milliseconds, not 1893456000;/],
    ["POST", "/keys", { policy: "other" }, 400, /policy: Group default has no policy other/],
    ["POST", "/keys/revoke", { ids: [] }, 400, /Expected ids, group or made_by/],
    ["GET", "/usage?month=2026-13", undefined, 400, /month/],
    // What the router below would take for a path of its own.
    ["GET", "//groups", undefined, 404, /There is no such path/],
    ["PATCH", "/groups/%64efault", { max_skills: 3 }, 404, /There is no such path/],
    ["PUT", "/keys?last=1", undefined, 405, /Expected GET, POST instead of PUT/],
    ["DELETE", "/groups/default", undefined, 409, /cannot be deleted/]
  ] as const)("%s %s with %j is %i and says why", async (method, path, body, status, reason) => {
    const found = await call(method, path, body)
    assert.strictEqual(found.status, status, JSON.stringify(found.body))
    assert.strictEqual(found.headers.get("content-type"), "application/problem+json")
    assert.match(JSON.stringify(found.body), reason)
    assert.strictEqual(found.headers.get("allow") !== null, status === 405)
  })

  it("counts wrong tokens, logs them once a minute, and answers 429 past 20 of them in a second", async () => {
    now += 60_000
    for (let sent = 1; sent <= 22; sent += 1) {
      const { status } = await call("GET", "/groups", undefined, "Bearer wrong")
      assert.strictEqual(status, sent <= 20 ? 401 : 429)
    }
    assert.strictEqual((await call("GET", "/groups")).status, 200)
    now += 1000
    assert.strictEqual((await call("GET", "/groups", undefined, "Bearer wrong")).status, 401)
    now += 60_000
    warnings.length = 0
    for (const _ of [1, 2]) await call("GET", "/groups", undefined, "Bearer wrong")
    const warning = "The admin API refused a wrong operator token. Since the last warning: 23."
    assert.deepEqual(warnings.flat(), [warning])
  })

  it("checks backends, and says why it reloads none", async () => {
    assert.deepEqual((await call("POST", "/backends/check")).body, [])
    const refused = await call("POST", "/backends/reload")
    assert.deepEqual([refused.status, refused.body.detail], [409, wrong])
  })

  it("stores, lists, shows and deletes policies", async () => {
    const policy = policyOf({}, { answeredBy: { model: "embedded@1.0.0", decimals: null } })
    const path = "/groups/default/policies/tickets"
    const listed = { group: "default", name: "tickets", version: 1, created_at: now, state: "active" }
    assert.deepEqual((await call("PUT", path, policy)).body, { ...listed, is_new: true })
    assert.isFalse((await call("PUT", path, policy)).body.is_new)
    await call("PUT", path, { ...policy, promise: { error: 0.02, confidence: 0.95 } })
    assert.deepEqual((await call("GET", "/policies?group=default")).body, [listed, { ...listed, version: 2 }])
    assert.deepEqual((await call("GET", `${path}?version=1`)).body, { ...listed, policy })
    assert.strictEqual((await call("GET", path)).body.policy.promise.error, 0.02)
    assert.strictEqual((await call("PUT", path, { ...policy, extra: 1 })).status, 400)
    assert.deepEqual((await call("DELETE", path)).body, { count: 2 })
    assert.strictEqual((await call("GET", path)).status, 404)
  })
})

it("the span of an admin request has its method, route and status, and nothing that the caller sent", async () => {
  spans.length = 0
  await call("GET", "/keys?group=default")
  await call("POST", "/groups/canary-1/disable")
  await call("GET", "/canary?canary=1")
  await call("GET", "/keys?group=canary", undefined, "Bearer canary")
  await call("POST", "/keys", "{canary")
  const served = spans.filter(({ kind }) => kind === "server")
  assert.lengthOf(served, 5)
  assert.deepEqual(Object.fromEntries(served[0]?.attributes ?? []), {
    "http.request.method": "GET",
    "http.response.status_code": 200,
    "http.route": "/keys"
  })
  for (const span of spans) assert.notMatch(spanText(span), /canary|127\.0\.0\.1|undici|user_agent|url\./)
})
