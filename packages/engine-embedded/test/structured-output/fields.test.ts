// The labelled fields: most are right, and none is invented.
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerDecisions } from "../../src/index.ts"
import { layerSharedLexicon } from "../../src/vectors/SharedLexicon.ts"
import { answerCases, cases, type Verdict } from "../../tools/structured-output/fields.ts"

it.effect("100 fields of 15 schemas: none is invented, at most 3 are wrong, at least 90 are right", () =>
  Effect.gen(function* () {
    const results = yield* answerCases()
    const named = (verdict: Verdict) =>
      results.filter((result) => result.verdict === verdict).map(({ got, name }) => [name, got])
    assert.lengthOf(cases, 15)
    assert.lengthOf(results, 100)
    assert.deepEqual(named("invented"), [])
    assert.isAtMost(named("wrong").length, 3)
    assert.isAtLeast(named("right").length, 90)
  }).pipe(Effect.provide(Layer.merge(layerDecisions, layerSharedLexicon)))
)
