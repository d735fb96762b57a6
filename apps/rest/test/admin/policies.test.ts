// Policies by the admin API.
import type * as Store from "@leadline/store-sql"
import { assert, it } from "vitest"
import { policyOf } from "../support/policies.ts"
import { serveAdmin } from "../support/adminServer.ts"

const { call, state } = serveAdmin()

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
  assert.deepEqual([refused.status, refused.body.detail], [400, "policy: Group default has no policy other."])
  assert.deepEqual((await call("DELETE", path)).body, { count: 2 })
  assert.strictEqual((await call("GET", path)).status, 404)
  await call("POST", "/keys/revoke", { ids: [key.id] })
})
