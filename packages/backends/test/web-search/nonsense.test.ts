// Answers of search services that are JSON, and no list of results.
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { type Name, use } from "../support/searchKinds.ts"

it.effect.each<[Name, unknown]>([
  ["searxng", { hello: "world" }],
  ["tavily", { hello: "world" }],
  ["exa", { hello: "world" }],
  ["brave", { web: { results: "none" } }]
])("%s: an answer without a list is logged as a failure of the backend", ([name, body]) => {
  const lines: Array<unknown> = []
  const logger = Logger.make(({ message }) => lines.push(message))
  return Effect.gen(function* () {
    const { find } = use(name, () => ({ status: 200, body }))
    const error = yield* Effect.flip(find({ query: "weather" }))
    assert.strictEqual(error._tag, "ConnectionError")
    assert.include(JSON.stringify(lines), `["A call to the backend failed",{"backend":"${name}"`)
  }).pipe(Effect.provide(Logger.layer([logger])))
})
