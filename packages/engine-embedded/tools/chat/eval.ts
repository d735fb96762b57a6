// Prints how many last questions of conversations are answered rightly, and those that are not.
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { answerConversations, sets } from "./conversations.ts"

const program = Effect.forEach(sets, (set) =>
  Effect.gen(function* () {
    const results = yield* answerConversations(set)
    for (const { question, text, verdict } of results)
      if (verdict !== "right") yield* Console.log(`${verdict}: ${question} ${text}`)
    const count = (verdict: string) => results.filter((result) => result.verdict === verdict).length
    yield* Console.log(
      `${set}: ${results.length} conversations: ${count("right")} right, ${count("declined")} declined, ` +
        `${count("stray")} stray, ${count("repeated")} repeated`
    )
  })
)

await Effect.runPromise(program)
