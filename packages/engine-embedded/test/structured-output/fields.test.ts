// The labelled fields: most are right, and none is invented.
import { assert } from "vitest"
import { answerCases, casesOf, type Verdict } from "../../tools/structured-output/fields.ts"
import { test } from "../support/engines.ts"

test.each([
  { set: "fields", schemas: 15, fields: 100, right: 90, wrong: 3 },
  { set: "fieldsTuning", schemas: 8, fields: 65, right: 55, wrong: 2 },
  { set: "fieldsHeldOut", schemas: 7, fields: 66, right: 50, wrong: 3 }
])("$set: none is invented, at most $wrong are wrong, at least $right are right", function* (expected) {
  const cases = casesOf(expected.set)
  const results = yield* answerCases(cases)
  const named = (verdict: Verdict) =>
    results.filter((result) => result.verdict === verdict).map(({ got, name }) => [name, got])
  assert.lengthOf(cases, expected.schemas)
  assert.lengthOf(results, expected.fields)
  assert.deepEqual(named("invented"), [])
  assert.isAtMost(named("wrong").length, expected.wrong)
  assert.isAtLeast(named("right").length, expected.right)
})
