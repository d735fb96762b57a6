// Output of a response as input of the next request.
import { assert, describe, it } from "vitest"
import { toInput } from "../../../src/helpers/tools/index.ts"
import type { InputItem } from "../../../src/resources/responses/index.ts"
import { mockClient } from "../../../src/testing/index.ts"
import { created, inBrest, inputOf, type Item, said } from "./fixtures.ts"

describe("the output of a response", () => {
  const output: ReadonlyArray<Item> = [
    { type: "search_results", results: [] },
    { type: "fetch_url_results", contents: [] },
    { type: "message", id: "m", role: "assistant", status: null, content: null },
    Object.assign(said("Let me look."), { more: 1 }),
    { ...inBrest, thought_signature: "sig" } as Item,
    { type: "reasoning", id: "rs_1", summary: [] } as unknown as Item
  ]
  const answer: InputItem = { type: "function_call_output", call_id: "1", output: "clear" }

  it("is input as it is", async () => {
    const { client, requests } = mockClient([created([said("Clear.")])])
    const input = [{ role: "user", content: "How is Brest?" } as const, ...output, answer]
    await client.responses.create({ model: "a/b", input })
    assert.deepStrictEqual(inputOf(requests[0]), input)
  })

  it("is input without what the server made beside it, by toInput", () => {
    assert.deepStrictEqual(toInput({ output }), [
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "Let me look." }] },
      {
        type: "function_call",
        call_id: "1",
        name: "weather",
        arguments: '{"city":"Brest"}',
        thought_signature: "sig"
      }
    ])
  })
})
