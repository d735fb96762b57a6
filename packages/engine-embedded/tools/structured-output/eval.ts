// Prints how many labelled fields are right, wrong, declined and invented, by set, and lists those that are not right,
// of the sets that the engine was developed on.
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerDecisions } from "../../src/index.ts"
import { layerSchemaPool } from "../../src/structured-output/SchemaPool.ts"
import { layerSharedLexicon } from "../../src/vectors/SharedLexicon.ts"
import { answerCases, casesOf, sets, tuned } from "./fields.ts"

const program = Effect.gen(function* () {
  for (const set of sets) {
    const cases = casesOf(set)
    const results = yield* answerCases(cases)
    for (const { expected, got, name, verdict } of results)
      if (verdict !== "right" && tuned.some((name) => name === set))
        yield* Console.log(
          `${verdict} ${name}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`
        )
    const count = (verdict: string) => results.filter((result) => result.verdict === verdict).length
    yield* Console.log(
      `${set}: ${results.length} fields in ${cases.length} schemas: ${count("right")} right, ` +
        `${count("wrong")} wrong, ${count("declined")} declined, ${count("invented")} invented`
    )
  }
})

await Effect.runPromise(
  Effect.provide(program, Layer.mergeAll(layerDecisions, layerSharedLexicon, layerSchemaPool))
)
