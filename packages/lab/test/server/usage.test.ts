// Usage of requests at the meter: once for each, streams when they are over.
import { type RequestUsage, UsageMeter } from "@leadline/core/usage-meter"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import { apiKey, layerServices } from "../../src/index.ts"

const authorization = `Bearer ${Redacted.value(apiKey)}`

describe("the usage meter", () => {
  it("gets each answer and stream once, and no failures and stored resources", async () => {
    const heard: Array<RequestUsage> = []
    const meter = Layer.succeed(UsageMeter, { add: (usage) => void heard.push(usage) })
    const { dispose, handler } = toWebHandler(Layer.mergeAll(layerServices(), meter))
    const post = async (path: string, body: unknown) => {
      const response = await handler(
        new Request(`http://localhost${path}`, {
          method: "POST",
          headers: { authorization },
          body: JSON.stringify(body)
        })
      )
      return response.text()
    }
    const questions = { a: { type: "noul", instructions: "Is it?" } }
    const decided = JSON.parse(await post("/v1/decisions", { model: "decider-27b", state: "", questions }))
    const chat = { model: "sonar", messages: [{ role: "user", content: "hello" }] }
    const answered = JSON.parse(await post("/v1/sonar", chat))
    await post("/v1/sonar", { ...chat, stream: true })
    await post("/v1/decisions", {})
    // An answer so large that it is written in pieces.
    const texts = Array.from({ length: 512 }, () => "a text")
    const embedded = JSON.parse(await post("/v1/embeddings", { model: "svc-embed-v1-4b", input: texts }))
    assert.isAbove(embedded.usage.prompt_tokens, 0)
    await handler(new Request("http://localhost/v1/skills", { headers: { authorization } }))
    await dispose()
    assert.deepEqual(heard, [
      {
        group: "default",
        operation: "decisions.create",
        inputTokens: decided.usage.input_tokens,
        outputTokens: decided.usage.output_tokens,
        cost: undefined
      },
      {
        group: "default",
        operation: "chat.create",
        inputTokens: answered.usage?.prompt_tokens ?? 0,
        outputTokens: answered.usage?.completion_tokens ?? 0,
        cost: answered.usage?.cost?.total_cost
      },
      {
        group: "default",
        operation: "chat.create",
        inputTokens: answered.usage?.prompt_tokens ?? 0,
        outputTokens: answered.usage?.completion_tokens ?? 0,
        cost: answered.usage?.cost?.total_cost
      },
      {
        group: "default",
        operation: "embeddings.create",
        inputTokens: embedded.usage.prompt_tokens,
        outputTokens: 0,
        cost: embedded.usage.cost?.total_cost
      }
    ])
  })
})
