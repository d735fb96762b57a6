// What becomes of images by what a model server does with one.
import type { ChatRequest } from "@leadline/core/chat"
import * as Effect from "effect/Effect"
import { assert, describe } from "vitest"
import { test } from "../../support/effects.ts"
import { use as chatOver } from "../../support/chatScript.ts"
import { textReply } from "../../support/modelScript.ts"
import { use as responsesOver } from "../../support/responsesScript.ts"

describe("images", () => {
  const withImage: ChatRequest = {
    model: "sonar",
    disable_search: true,
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "What is it?" },
          { type: "image_url", image_url: "data:," }
        ]
      }
    ]
  }

  test("are tried with one first: a model that reads it counts more tokens", function* () {
    const { calls, create } = chatOver((body) => {
      const hasImage = JSON.stringify(body).includes("image_url")
      const reply = textReply(body, "A tide table.")
      const usage = { prompt_tokens: hasImage ? 80 : 10, completion_tokens: 1 }
      return { body: { ...(reply.body as object), usage } }
    })
    yield* create(withImage)
    assert.lengthOf(calls, 3)
  })

  test("that the model does not read are refused, by their place", function* () {
    for (const answersImages of [true, false]) {
      const { create } = chatOver((body) =>
        !answersImages && JSON.stringify(body).includes("image_url")
          ? { status: 400, body: { error: { message: "no images" } } }
          : textReply(body, "What image?")
      )
      const error = yield* Effect.flip(create(withImage))
      assert.strictEqual(
        error.message,
        "messages[0].content[1]: expected no image, because the model reads none"
      )
    }
  })

  test("are left out where the configuration says so", function* () {
    const { calls, create } = chatOver((body) => textReply(body, "What image?"), { limits: { images: 0 } })
    yield* create(withImage)
    assert.deepStrictEqual(
      calls.map((body) => body.messages.at(-1).content),
      ["What is it?"]
    )
  })

  test("are refused in responses, too", function* () {
    const { create } = responsesOver((body) => textReply(body, "What image?"))
    const content = [{ type: "input_image", image_url: "https://a.example/b.png" }] as const
    const error = yield* Effect.flip(create({ input: [{ role: "user", content }] }))
    assert.strictEqual(error.message, "input[0].content[0]: expected no image, because the model reads none")
  })
})
