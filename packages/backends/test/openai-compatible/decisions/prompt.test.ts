// The prompt, byte for byte.
import type { Ask } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { assert, describe, it } from "vitest"
import { messagesOf, renderEvidence, renderTask } from "../../../src/openai-compatible/decisions/prompt.ts"

const fence = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 12)
const render = (state: Parameters<typeof renderEvidence>[0]) => Effect.runPromise(renderEvidence(state))
const all = (ask: Ask) => ({ options: ask.options.map((_, index) => index) })

const choice: Ask = {
  type: "choice",
  instructions: "Who handles this?",
  options: [
    { name: "billing", description: "Invoices and refunds" },
    { name: "technical", description: { area: "bugs" } },
    { name: "sales", description: null }
  ]
}

describe("the prompt", () => {
  it("has evidence, task and labels, with nothing after the colon", async () => {
    const evidence = await render("I was charged twice.")
    const [system, user] = messagesOf(evidence, renderTask(choice, all(choice)))
    const mark = fence("I was charged twice.")
    assert.deepStrictEqual(user, {
      role: "user",
      content: `#evidence ${mark}
I was charged twice.
#end ${mark}

#task
Who handles this?

#labels
A billing: Invoices and refunds
B technical: {"area":"bugs"}
C sales

Label:`
    })
    assert.deepStrictEqual(Object.keys(Object(system)), ["role", "content"])
  })

  it("has objects as compact JSON in the caller's order, and a blank line between elements", async () => {
    const { text } = await render({ b: 1, a: [2] })
    assert.strictEqual(
      text,
      `#evidence ${fence('{"b":1,"a":[2]}')}\n{"b":1,"a":[2]}\n#end ${fence('{"b":1,"a":[2]}')}\n\n`
    )
    const parts = await render(["one", { two: 2 }])
    assert.include(parts.text, '\none\n\n{"two":2}\n#end')
  })
})
