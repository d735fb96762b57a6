// Stored policies: their versions, what requests find, and that a row which SQL changed acts upon nothing.
import { assert, describe } from "@effect/vitest"
import { type Judged, Policies } from "@leadline/core/policies"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import {
  breakPolicy,
  createGroup,
  createKey,
  deletePolicy,
  findPolicy,
  type Judge,
  layerPolicies,
  listKeys,
  putPolicy
} from "../../src/index.ts"
import { as, audited, generate } from "../keys/apiKeysCalls.ts"
import { check, newStore, noticed, policy, silent, testOver } from "../stores.ts"

const judged: Judged = {
  questions: { urgent: { type: "noul", instructions: "Is it urgent?" } },
  answers: { urgent: { type: "noul", noul: 0.25 } },
  model: "embedded",
  decimals: null
}

/** Acts upon all, and gives the error of the promise as the threshold. */
const judge: Judge =
  ({ promise }) =>
  () => ({
    urgent: { action: "act", reason: null, probability: 0.75, calibrated: null, threshold: promise.error }
  })

const policyTest = testOver(
  Layer.provideMerge(layerPolicies(judge), newStore).pipe(Layer.provideMerge(silent))
)

/** The version that a request finds, and what it makes of an answer. */
const found = Effect.fnUntraced(function* (group: string, version?: number) {
  yield* noticed
  const { find } = yield* Policies
  const one = yield* find(group, "tickets", version)
  const result = one?.judge(judged)["urgent"]
  return one && [one.version, result?.action, result?.reason ?? result?.threshold]
})

const put = (error: number) => putPolicy("default", "tickets", policy(error))

describe("policies", () => {
  policyTest("are found by requests of their group, the newest or the version they name", function* () {
    yield* createGroup("other")
    assert.isUndefined(yield* found("default"))
    assert.deepInclude(yield* put(0.05), { version: 1, isNew: true, state: "active" })
    assert.deepInclude(yield* put(0.05), { version: 1, isNew: false })
    assert.deepInclude(yield* put(0.02), { version: 2, isNew: true })
    assert.deepEqual(yield* found("default"), [2, "act", 0.02])
    assert.deepEqual(yield* found("default", 1), [1, "act", 0.05])
    assert.isUndefined(yield* found("default", 3))
    assert.isUndefined(yield* found("other"))
    // The first content again is to be the newest.
    assert.deepInclude(yield* put(0.05), { version: 3, isNew: true })
    assert.include(yield* audited, "config.change default policy tickets@3 stored")
  })

  policyTest("act upon nothing when they are broken, and are not found when they are deleted", function* () {
    yield* put(0.05)
    yield* breakPolicy("default", "tickets@1")
    assert.deepEqual(yield* found("default"), [1, "review", "policy_broken"])
    // The same content again is a new version.
    yield* put(0.05)
    assert.deepEqual(yield* found("default"), [2, "act", 0.05])
    assert.strictEqual(yield* deletePolicy("default", "tickets"), 2)
    assert.isUndefined(yield* found("default"))
    assert.isTrue((yield* Effect.flip(findPolicy("default", "tickets"))).isMissing)
    // Its numbers are not used again.
    assert.deepInclude(yield* put(0.05), { version: 3 })
  })

  policyTest.each([
    ["content", JSON.stringify(policy(0.5))],
    ["version", 7],
    ["broken_at", null]
  ] as const)("act upon nothing when SQL changed a row: its %s", function* ([column, value]) {
    yield* put(0.05)
    yield* breakPolicy("default", "tickets")
    const sql = yield* SqlClient.SqlClient
    yield* sql`UPDATE policy SET ${sql.update({ [column]: value })}`
    assert.deepEqual((yield* found("default"))?.slice(1), ["review", "policy_altered"])
    assert.deepInclude(yield* findPolicy("default", "tickets"), { state: "altered", policy: undefined })
  })

  policyTest("have names, groups and keys that exist; keys that a key makes have its own", function* () {
    assert.strictEqual((yield* Effect.flip(putPolicy("default", "two words", policy(0.05)))).option, "policy")
    assert.isTrue((yield* Effect.flip(putPolicy("nobody", "tickets", policy(0.05)))).isMissing)
    assert.strictEqual((yield* Effect.flip(findPolicy("default", "tickets@0"))).option, "policy")
    assert.strictEqual((yield* Effect.flip(createKey({ policy: "tickets" }))).option, "policy")
    yield* put(0.05)
    const { id, key } = yield* createKey({ policy: "tickets@1" })
    assert.deepEqual(yield* check(key), { group: "default", key: id, policy: "tickets@1" })
    yield* generate().pipe(as(id))
    for (const { policy: own } of yield* listKeys()) assert.strictEqual(own, "tickets@1")
  })
})
