// Usage of requests at the meter: once for each, streams when they are over.
import { type RequestUsage, UsageMeter } from "@leadline/core/usage-meter"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Layer from "effect/Layer"
import { assert, describe, it } from "vitest"
import { layerServices } from "../../src/index.ts"
import * as support from "./support.ts"

const usageOf = (operation: string, inputTokens: number, outputTokens: number, cost?: number) => ({
  group: "default",
  operation,
  inputTokens,
  outputTokens,
  cost,
  requests: 1
})

describe("the usage meter", () => {
  it("gets each answer and stream once, and no failures and stored resources", async () => {
    const heard: Array<RequestUsage> = []
    const meter = Layer.succeed(UsageMeter, { add: (usage) => void heard.push(usage) })
    const { dispose, handler } = toWebHandler(Layer.mergeAll(layerServices(), meter))
    const post = async (path: string, body: unknown) =>
      (await handler(support.request(path, support.post(body)))).text()
    const decided = JSON.parse(await post("/v1/decisions", support.decision("")))
    const answered = JSON.parse(await post("/v1/sonar", support.chat("hello", false)))
    await post("/v1/sonar", support.chat("hello", true))
    await post("/v1/decisions", {})
    // An answer so large that it is written in pieces.
    const texts = Array.from({ length: 512 }, () => "a text")
    const embedded = JSON.parse(await post("/v1/embeddings", { model: "svc-embed-v1-4b", input: texts }))
    assert.isAbove(embedded.usage.prompt_tokens, 0)
    await handler(support.request("/v1/skills", { headers: { authorization: support.authorization } }))
    await dispose()
    const { usage } = answered
    const chatted = usageOf(
      "chat.create",
      usage?.prompt_tokens ?? 0,
      usage?.completion_tokens ?? 0,
      usage?.cost?.total_cost
    )
    assert.deepEqual(heard, [
      usageOf("decisions.create", decided.usage.input_tokens, decided.usage.output_tokens),
      chatted,
      chatted,
      usageOf("embeddings.create", embedded.usage.prompt_tokens, 0, embedded.usage.cost?.total_cost)
    ])
  })
})
