// Conversations over everyday pages: the last question is answered or declined, and the topic before is not repeated.
import { assert, describe } from "vitest"
import { answersOfSet, type Verdict } from "../../tools/chat/conversations.ts"
import { test } from "../support/engines.ts"

describe("the last question of a conversation", () => {
  test.each([
    ["town", 40, 36],
    ["tables", 16, 16],
    ["office", 20, 17],
    ["valley", 16, 14]
  ] as const)(
    "about the %s, of %d, is rightly answered or declined in %d at least",
    function* ([set, count, least]) {
      const results = yield* answersOfSet(set)
      const of = (verdict: Verdict) =>
        results.flatMap((result) => (result.verdict === verdict ? [`${result.question} ${result.text}`] : []))
      assert.lengthOf(results, count)
      assert.deepEqual(of("repeated"), [])
      assert.isAtMost(of("stray").length, 1, of("stray").join("\n"))
      assert.isAtLeast(of("right").length, least)
    }
  )
})
