import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Embedded from "../../src/index.ts"
import { answerConversations, conversations, townFolder } from "../../tools/chat/conversations.ts"
import { built, layerEngines, testOver } from "../support/engines.ts"
const test = testOver(
  await built(
    Embedded.layerChat.pipe(
      Layer.provide(Embedded.layerSearch({ folder: townFolder, baseUrl: "https://town.example/" })),
      Layer.provide(layerEngines)
    )
  )
)
test("x", function* () {
  const results = yield* answerConversations(conversations())
  const count: Record<string, number> = {}
  for (const r of results) {
    count[r.verdict] = (count[r.verdict] ?? 0) + 1
    yield* Effect.sync(() =>
      console.log("@@" + r.verdict + " | " + r.question + " | " + r.text.replace(/\n/g, " "))
    )
  }
  console.log("@@", JSON.stringify(count))
})
