// Conversations over everyday pages: the last question is answered or declined, and the topic before is not repeated.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { assert } from "vitest"
import * as Embedded from "../../src/index.ts"
import {
  answerConversations,
  conversations,
  townFolder,
  type Verdict
} from "../../tools/chat/conversations.ts"
import { built, layerEngines, testOver } from "../support/engines.ts"

const test = testOver(
  await built(
    Embedded.layerChat.pipe(
      Layer.provide(Embedded.layerSearch({ folder: townFolder, baseUrl: "https://town.example/" })),
      Layer.provide(layerEngines)
    )
  )
)

test("most last questions are answered or declined rightly, and none by the topic before", function* () {
  const all = conversations()
  assert.lengthOf(all, 40)
  const results = yield* answerConversations(all)
  const of = (verdict: Verdict) =>
    results.filter((result) => result.verdict === verdict).map(({ question, text }) => `${question} ${text}`)
  yield* Effect.logDebug(of("stray"))
  assert.deepEqual(of("repeated"), [])
  assert.isAtLeast(of("right").length, 34)
  assert.isAtMost(of("stray").length, 2, of("stray").join("\n"))
})
