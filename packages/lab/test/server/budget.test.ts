// A budget under a burst: what is spent beyond it is what ran when it was reached.
import { Chat, make } from "@leadline/core/chat"
import { layer as layerSettings } from "@leadline/core/server-settings"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { setImmediate } from "node:timers/promises"
import { assert, describe, it } from "vitest"
import { storedServer } from "./paidServer.ts"
import { chat } from "./support.ts"

const concurrency = 8
const [cost, budget] = [0.01, 0.05]

/** Each answer takes a turn of the loop and costs a cent. */
const layerPaidChat = Layer.succeed(
  Chat,
  make({
    stream: () => Effect.die("unused"),
    create: ({ model }) =>
      Effect.as(
        Effect.promise(() => setImmediate()),
        {
          id: "c1",
          model,
          created: 1_790_000_000,
          object: "chat.completion",
          choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "Yes." } }],
          usage: {
            prompt_tokens: 1,
            completion_tokens: 1,
            total_tokens: 2,
            cost: { input_tokens_cost: 0, output_tokens_cost: 0, total_cost: cost }
          }
        }
      )
  })
)

describe("a budget", () => {
  it("is passed by the calls in flight alone, in a burst of 100", async () => {
    const server = await storedServer({ chat: layerPaidChat }, { budget }, layerSettings({ concurrency }))
    /** Calls until the answer is another one than "too many at once". */
    const call = async (): Promise<string> => {
      const response = await server.post("/v1/sonar", chat("Is it?", false))
      const text = await response.text()
      if (response.status === 200) return "answered"
      if (!text.includes("requests at once")) return text
      await setImmediate()
      return call()
    }
    const results = await Promise.all(Array.from({ length: 100 }, call))
    const answered = results.filter((result) => result === "answered").length
    assert.isAtLeast(answered, budget / cost)
    assert.isAtMost(answered, budget / cost + concurrency - 1)
    const refused = results.find((result) => result !== "answered") ?? ""
    assert.include(refused, "The group has used its budget of 0.05 USD for this month")
    assert.strictEqual((await server.spent()).requests, answered)
  })
})
