// The search service against engines that lie.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { make } from "../../../src/resources/search/index.ts"
import { test } from "../../fixtures/effects.ts"

const answer = { id: "a", results: [{ title: "t", url: "https://a.example", snippet: "s" }] }
const over = (given: unknown) => make({ create: () => Effect.succeed(given) })
const query = "tides"

const lies: ReadonlyArray<readonly [name: string, answer: unknown]> = [
  ["nothing", undefined],
  ["a list", []],
  ["no id", { results: [] }],
  ["no results", { id: "a" }],
  ["results of null", { id: "a", results: null }],
  ["a result without a title", { id: "a", results: [{ url: "u", snippet: "s" }] }],
  ["a result without an address", { id: "a", results: [{ title: "t", snippet: "s" }] }],
  ["a snippet of null", { id: "a", results: [{ title: "t", url: "u", snippet: null }] }],
  ["a date that is a number", { id: "a", results: [{ ...answer.results[0], date: 20_261_121 }] }],
  ["a time that is a number", { ...answer, server_time: 1 }]
]

describe("an answer", () => {
  test.each(lies)("with %s is an InvalidResponseError", function* ([, lie]) {
    const error = yield* Effect.flip(over(lie).create({ query }))
    assert.strictEqual(error._tag, "InvalidResponseError")
  })
})
