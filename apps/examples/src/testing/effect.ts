// The same for an Effect program: the layer of a script in place of a transport's. Needs nothing.
import { Chat } from "@leadline/core/chat"
import { respond, fail, mockClient } from "@leadline/core/testing"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/** The code under test: prints what comes, and says so when it breaks off. */
const program = Effect.gen(function* () {
  const chat = yield* Chat
  const chunks = yield* chat.stream({
    model: "sonar",
    messages: [{ role: "user", content: "When is high water?" }]
  })
  yield* Stream.runForEach(chunks, ({ choices }) => Console.log(choices[0]?.delta.content ?? ""))
}).pipe(
  Effect.catchTag("StreamTruncatedError", ({ eventsSeen }) =>
    Console.log(`broke off after ${eventsSeen} event`)
  )
)

const chunk = (object: string, content: string) => ({
  id: "1",
  model: "sonar",
  created: 1_790_000_000,
  object,
  choices: [{ index: 0, delta: { content } }]
})

const whole = respond.chat.stream([
  chunk("chat.completion.chunk", "At "),
  chunk("chat.completion.chunk", "noon."),
  chunk("chat.completion.done", "")
])

await Effect.runPromise(Effect.provide(program, mockClient([whole]).layer))
await Effect.runPromise(Effect.provide(program, mockClient([fail.cut(whole, 150)]).layer))
