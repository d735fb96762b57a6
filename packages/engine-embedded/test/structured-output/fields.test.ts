// The labelled fields: most are right, few are wrong.
import { assert } from "vitest"
import { answerCases, casesOf, type Verdict } from "../../tools/structured-output/fields.ts"
import { test } from "../support/engines.ts"

test.each([
  { set: "fields", schemas: 15, fields: 100, right: 88, wrong: 3 },
  { set: "fieldsTuning", schemas: 8, fields: 65, right: 50, wrong: 3 },
  { set: "fieldsOfPages", schemas: 3, fields: 13, right: 13, wrong: 3 },
  { set: "fieldsOfPagesUnseen", schemas: 6, fields: 37, right: 27, wrong: 3 },
  { set: "fieldsHeldOut", schemas: 7, fields: 66, right: 50, wrong: 3 },
  { set: "fieldsUnseen", schemas: 10, fields: 45, right: 36, wrong: 3 },
  { set: "fieldsInFourLanguages", schemas: 30, fields: 184, right: 145, wrong: 8 }
])("$set: at most $wrong are wrong or invented, at least $right are right", function* (expected) {
  const cases = casesOf(expected.set)
  const results = yield* answerCases(cases)
  const named = (verdict: Verdict) =>
    results.filter((result) => result.verdict === verdict).map(({ got, name }) => [name, got])
  assert.lengthOf(cases, expected.schemas)
  assert.lengthOf(results, expected.fields)
  assert.isAtMost(named("invented").length + named("wrong").length, expected.wrong)
  assert.isAtLeast(named("right").length, expected.right)
})
