// Prints how many of the labelled fields are right, wrong, declined and invented, and each that is not right.
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerDecisions } from "../../src/index.ts"
import { layerSharedLexicon } from "../../src/vectors/SharedLexicon.ts"
import { answerCases, cases } from "./fields.ts"

const program = Effect.gen(function* () {
  const results = yield* answerCases()
  for (const { expected, got, name, verdict } of results)
    if (verdict !== "right")
      yield* Console.log(
        `${verdict} ${name}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`
      )
  const count = (verdict: string) => results.filter((result) => result.verdict === verdict).length
  yield* Console.log(
    `${results.length} fields in ${cases.length} schemas: ${count("right")} right, ${count("wrong")} wrong, ` +
      `${count("declined")} declined, ${count("invented")} invented`
  )
})

await Effect.runPromise(Effect.provide(program, Layer.merge(layerDecisions, layerSharedLexicon)))
