// Stored policies: their versions, what requests find, and that a row which SQL changed acts upon nothing.
import { assert, describe } from "@effect/vitest"
import { type Judged, Policies, type Policy } from "@leadline/core/policies"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import {
  breakPolicy,
  createGroup,
  createKey,
  deleteGroup,
  deletePolicy,
  findPolicy,
  type Judge,
  layerPolicies,
  listKeys,
  putPolicy
} from "../../src/index.ts"
import { as, audited, generate } from "../keys/apiKeysCalls.ts"
import { check, newStore, noticed, silent } from "../stores.ts"
import { testOver } from "../effects.ts"

const policy = (error: number): Policy => ({
  version: 1,
  model: "decider-27b",
  source: "embedded",
  answeredBy: { model: "embedded", decimals: null },
  questionsHash: "00",
  labelsHash: "00",
  fits: 1,
  promise: { error, confidence: 0.95 },
  questions: {}
})

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
const found = Effect.fnUntraced(function* (group: string, name: string, version?: number) {
  yield* noticed
  const { find } = yield* Policies
  const one = yield* find(group, name, version)
  const result = one?.judge(judged)["urgent"]
  return one && [one.version, result?.action, result?.reason ?? result?.threshold]
})

const put = (error: number) => putPolicy("default", "tickets", policy(error))

describe("policies of a group", () => {
  policyTest("are found by requests of the group, the newest or the version they name", function* () {
    yield* createGroup("other")
    assert.isUndefined(yield* found("default", "tickets"))
    assert.deepInclude(yield* put(0.05), { version: 1, isNew: true, state: "active" })
    assert.deepInclude(yield* put(0.05), { version: 1, isNew: false })
    assert.deepInclude(yield* put(0.02), { version: 2, isNew: true })
    assert.deepStrictEqual(yield* found("default", "tickets"), [2, "act", 0.02])
    assert.deepStrictEqual(yield* found("default", "tickets", 1), [1, "act", 0.05])
    assert.isUndefined(yield* found("default", "tickets", 3))
    assert.isUndefined(yield* found("other", "tickets"))
    // The first content again is to be the newest.
    assert.deepInclude(yield* put(0.05), { version: 3, isNew: true })
    assert.include(yield* audited, "config.change default policy tickets@3 stored")
  })

  policyTest("act upon nothing when they are broken, and are not found when they are deleted", function* () {
    yield* put(0.05)
    yield* breakPolicy("default", "tickets@1")
    assert.deepStrictEqual(yield* found("default", "tickets"), [1, "review", "policy_broken"])
    // The same content again is a new version.
    assert.deepInclude(yield* put(0.05), { version: 2, isNew: true })
    assert.deepStrictEqual(yield* found("default", "tickets"), [2, "act", 0.05])
    assert.strictEqual(yield* deletePolicy("default", "tickets"), 2)
    assert.isUndefined(yield* found("default", "tickets"))
    assert.isTrue((yield* Effect.flip(findPolicy("default", "tickets"))).isMissing)
    // Its numbers are not used again.
    assert.deepInclude(yield* put(0.05), { version: 3 })
  })

  for (const [column, value] of [
    ["content", JSON.stringify(policy(0.5))],
    ["version", 7],
    ["broken_at", null]
  ] as const) {
    policyTest(`a row whose ${column} SQL changed acts upon nothing`, function* () {
      yield* put(0.05)
      yield* breakPolicy("default", "tickets")
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE policy SET ${sql.update({ [column]: value })}`
      assert.deepStrictEqual((yield* found("default", "tickets"))?.slice(1), ["review", "policy_altered"])
      assert.deepInclude(yield* findPolicy("default", "tickets"), { state: "altered", policy: undefined })
    })
  }

  policyTest("go with their group, whose id starts without any", function* () {
    yield* createGroup("acme")
    yield* putPolicy("acme", "tickets", policy(0.05))
    yield* deleteGroup("acme")
    yield* createGroup("acme")
    assert.isUndefined(yield* found("acme", "tickets"))
  })

  policyTest("names and groups are checked", function* () {
    const wrong = yield* Effect.flip(putPolicy("default", "two words", policy(0.05)))
    assert.strictEqual(wrong.option, "policy")
    assert.isTrue((yield* Effect.flip(putPolicy("nobody", "tickets", policy(0.05)))).isMissing)
    assert.strictEqual((yield* Effect.flip(findPolicy("default", "tickets@0"))).option, "policy")
  })
})

policyTest("the policy of a key is one that its group has; keys that it makes have it, too", function* () {
  const refused = yield* Effect.flip(createKey({ policy: "tickets" }))
  assert.strictEqual(refused.option, "policy")
  yield* put(0.05)
  const { id, key } = yield* createKey({ policy: "tickets@1" })
  assert.deepEqual(yield* check(key), { group: "default", key: id, policy: "tickets@1" })
  yield* generate().pipe(as(id))
  const keys = yield* listKeys()
  assert.deepStrictEqual(
    keys.map(({ policy: own }) => own),
    ["tickets@1", "tickets@1"]
  )
})
