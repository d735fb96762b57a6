// What becomes of images by what a model server does with one.
import type { ChatRequest } from "@leadline/core/chat"
import * as Effect from "effect/Effect"
import { assert, describe } from "vitest"
import { test } from "../../support/effects.ts"
import { use as chatOver } from "../../support/chatScript.ts"
import { textReply } from "../../support/modelScript.ts"

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
})
