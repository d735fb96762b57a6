// A budget under a burst: what is spent beyond it is what ran when it was reached.
import { Chat, make } from "@leadline/core/chat"
import { layer as layerSettings } from "@leadline/core/server-settings"
import * as Store from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { setImmediate } from "node:timers/promises"
import { assert, describe, it } from "vitest"
import { layerServices } from "../../src/index.ts"
import { chat, post, request } from "./support.ts"

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
    const store = Layer.orDie(
      Layer.merge(
        Sqlite.layer({ filename: ":memory:" }),
        Store.layerPepper(Redacted.make("budget-budget-budget-budget-budget"))
      )
    )
    const tables = ManagedRuntime.make(store)
    const shared = Layer.effectContext(tables.contextEffect)
    const { key } = await tables.runPromise(
      Effect.andThen(Store.setGroup("default", { budget_usd: budget }), Store.createKey())
    )
    const { dispose, handler } = toWebHandler(
      Layer.mergeAll(
        layerServices({
          chat: layerPaidChat,
          keys: Layer.mergeAll(Store.layerApiKeys(), Store.layerApiKeyVerifier).pipe(
            Layer.provide(shared),
            Layer.orDie
          )
        }),
        Store.layerUsageMeter().pipe(Layer.provide(shared), Layer.orDie),
        layerSettings({ concurrency })
      )
    )
    const init = post(chat("Is it?", false), { headers: { authorization: `Bearer ${Redacted.value(key)}` } })
    /** Calls until the answer is another one than "too many at once". */
    const call = async (): Promise<string> => {
      const response = await handler(request("/v1/sonar", init))
      const text = await response.text()
      if (response.status === 200) return "answered"
      if (!text.includes("requests at once")) return text
      await setImmediate()
      return call()
    }
    const results = await Promise.all(Array.from({ length: 100 }, call))
    await dispose()
    const answered = results.filter((result) => result === "answered").length
    assert.isAtLeast(answered, budget / cost)
    assert.isAtMost(answered, budget / cost + concurrency - 1)
    const refused = results.find((result) => result !== "answered") ?? ""
    assert.include(refused, "The group has used its budget of 0.05 USD for this month")
    const [usage] = await tables.runPromise(Store.listUsage())
    assert.strictEqual(usage?.requests, answered)
    await tables.dispose()
  })
})
