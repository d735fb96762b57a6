// What the store of each threat server has.
import { type PolicyOutcome, PolicyOutcomes } from "@leadline/core/policies"
import { rightNames } from "@leadline/core/rights"
import * as Store from "@leadline/store-sql"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { keys } from "./requests.ts"

const questions = { urgent: { type: "noul", instructions: "Is it?" } } as const

/** A decision of group b that its policy did not act upon. */
const review: PolicyOutcome = {
  group: "b",
  keyId: "key",
  policy: "tickets@1",
  requestId: "r",
  request: { model: "decider-27b", questions, state: "A text." },
  response: {
    model: "decider-27b",
    answers: { urgent: { type: "noul", noul: 0.5 } },
    usage: { input_tokens: 9, output_tokens: 0 }
  },
  model: undefined,
  action: "review",
  reasons: ["below_threshold"],
  questions: {}
}

/** What the MAC of a key's row covers, in its order. */
const sealed = [
  "id",
  "group_id",
  "mac",
  "created_at",
  "created_by",
  "revoked_at",
  "expires_at",
  "rights",
  "may_make_keys",
  "networks",
  "policy"
]

/** Writes the MACs of keys that SQL has changed, as the server would. */
const sealKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const pepper = yield* Store.Pepper
  const rows = yield* sql<{ readonly [column: string]: string | number | null }>`SELECT * FROM api_key`
  for (const row of rows) {
    const parts = ["api_key", ...sealed.map((column) => encodeURIComponent(row[column] ?? ""))]
    const row_mac = pepper.mac(Redacted.make(parts.join(" "))).slice(0, 32)
    yield* sql`UPDATE api_key SET row_mac = ${row_mac} WHERE id = ${row["id"]}`
  }
})

/** All keys with their groups, one of them revoked, and one revoked and then changed by SQL; skills of two groups; an async chat and a review of group b, whose key has every right. */
export const seed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const [name, key] of Object.entries(keys)) {
    yield* Store.ensureKey({ bootstrap: Redacted.make(key) })
    if (name === "a" || name === "e") continue
    yield* Store.createGroup(name)
    yield* sql`UPDATE api_key SET group_id = ${name} WHERE id = ${key.slice(8, 18)}`
  }
  yield* sql`UPDATE api_key SET rights = 'skills.list' WHERE id = ${keys.few.slice(8, 18)}`
  yield* sql`UPDATE api_key SET rights = 'reviews' WHERE id = ${keys.reviewer.slice(8, 18)}`
  yield* sql`UPDATE api_key SET rights = ${[...rightNames].join(",")} WHERE id = ${keys.b.slice(8, 18)}`
  yield* sql`UPDATE api_key SET networks = '203.0.113.0/24' WHERE id = ${keys.far.slice(8, 18)}`
  yield* Store.disableGroup("disabled")
  yield* Store.setGroup("poor", { budget_usd: 0 })
  yield* sealKeys
  yield* Store.revokeKeys({ ids: [keys.revoked, keys.unrevoked].map((key) => key.slice(8, 18)) })
  yield* sql`UPDATE api_key SET revoked_at = NULL WHERE id = ${keys.unrevoked.slice(8, 18)}`
  const times = { created_at: 1, updated_at: 1 }
  for (const skill_id of ["skill-b", "skill-c"]) {
    const revision = `rev_${skill_id.padEnd(36, "0")}`
    yield* sql`INSERT INTO skill ${sql.insert({ skill_id, group_id: "b", revision, ...times })}`
    yield* sql`INSERT INTO skill_revision ${sql.insert({ skill_id, revision, name: "b", description: "b", created_at: 1 })}`
  }
  const own = { skill_id: "skill-a", revision: `rev_${"0".repeat(36)}` }
  yield* sql`INSERT INTO skill ${sql.insert({ ...own, group_id: "default", ...times })}`
  yield* sql`INSERT INTO skill_revision ${sql.insert({ ...own, name: "a", description: "a", created_at: 1 })}`
  yield* Effect.provide(
    Effect.flatMap(PolicyOutcomes, ({ record }) => record(review)),
    Store.layerPolicyOutcomes({ audit: 0 })
  )
  const chat = { id: "async-b", group_id: "b", model: "sonar-pro", status: "FAILED", request: "{}" }
  yield* sql`INSERT INTO async_chat ${sql.insert({ ...chat, request_hash: "x", created_at: Date.now(), starts: 1 })}`
})
