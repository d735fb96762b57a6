// Images as content parts.
import * as Base64 from "effect/encoding/Base64"
import { assert, describe, expectTypeOf, it } from "vitest"
import { InvalidRequestError, PayloadTooLargeError } from "../../../src/errors/ApiError.ts"
import { imagePart, imageType } from "../../../src/helpers/files/index.ts"
import { mockClient, respond } from "../../../src/testing/index.ts"
import { rejection } from "../../fixtures/rejection.ts"
import { bodies } from "../../fixtures/bodies.ts"

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64"
)
const url = `data:image/png;base64,${png.toString("base64")}`
const gif = Buffer.from("GIF89a..........")

const large = (length: number) => {
  const bytes = new Uint8Array(length)
  bytes.set(png)
  return bytes
}

async function* pieces(bytes: Uint8Array) {
  for (const byte of bytes) yield Uint8Array.of(byte)
}

const wide = (pixels: number) => {
  const bytes = Buffer.from(png)
  bytes.writeUInt32BE(pixels, 16)
  return bytes
}

describe("an image", () => {
  it.each([
    ["bytes", png],
    ["a Blob of a wrong type", new Blob([png], { type: "text/plain" })],
    ["a File", new File([png], "tide.png")],
    ["a stream", new Blob([png]).stream()],
    ["an async iterable", pieces(png)]
  ] as const)("of %s is a part with the media type of its bytes", async (_, source) => {
    assert.deepStrictEqual(await imagePart("chat", source), { type: "image_url", image_url: { url } })
  })

  it("is the part that each resource takes", async () => {
    const { client, requests } = mockClient([
      respond.decisions.create({
        model: "decider-27b",
        answers: { a: { type: "noul", noul: 0.5 } },
        usage: { input_tokens: 1, output_tokens: 1 }
      }),
      respond.chat.create(bodies["chat answer"].example as never),
      respond.responses.create(bodies["responses answer"].example as never)
    ])
    await client.decisions.create({
      model: "decider-27b",
      state: [await imagePart("decisions", png)],
      questions: { a: { type: "noul", instructions: "?" } }
    })
    await client.chat.create({
      model: "sonar",
      messages: [{ role: "user", content: [await imagePart("chat", png)] }]
    })
    await client.responses.create({
      input: [{ role: "user", content: [await imagePart("responses", png)] }]
    })
    assert.strictEqual(requests.length, 3)
  })

  it("by its address is passed on, but not for decisions", async () => {
    const address = new URL("https://tides.example/brest.png")
    assert.deepStrictEqual(await imagePart("responses", address), {
      type: "input_image",
      image_url: "https://tides.example/brest.png"
    })
    expectTypeOf(imagePart<"decisions">)
      .parameter(1)
      .not.toExtend<URL>()
  })

  it.each([
    ["image/png", png],
    ["image/jpeg", Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)],
    ["image/webp", Buffer.from("RIFF____WEBPVP8 ")],
    ["image/gif", gif],
    [undefined, Buffer.from("<svg/>")],
    [undefined, new Uint8Array()],
    [undefined, png.subarray(0, 7)]
  ])("is %s by its first bytes", (type, bytes) => {
    assert.strictEqual(imageType(bytes), type)
  })

  it("of another type is an InvalidRequestError; so is a GIF for decisions", async () => {
    for (const [resource, bytes] of [
      ["chat", Buffer.from("<svg/>")],
      ["decisions", gif]
    ] as const) {
      const error = await rejection(imagePart(resource, bytes))
      assert.isTrue(error instanceof InvalidRequestError && error.message.startsWith("image: expected a PNG"))
    }
    assert.isTrue((await imagePart("chat", gif)).image_url.url.startsWith("data:image/gif;base64,"))
  })

  it("for decisions has at most 2,048 tiles of 32 pixels; one more is an InvalidRequestError", async () => {
    const largest = await imagePart("decisions", wide(65_536))
    assert.strictEqual(largest.type, "image_url")
    const error = await rejection(imagePart("decisions", wide(65_537)))
    assert.instanceOf(error, InvalidRequestError)
    assert.strictEqual(error.message, "image: larger than 2048 tiles of 32 by 32 pixels")
    assert.strictEqual((await imagePart("chat", wide(65_537))).type, "image_url")
  })

  it("fits into a request with a little text; one byte more is a PayloadTooLargeError", async () => {
    const most = 25_165_056
    const part = await imagePart("responses", large(most))
    assert.strictEqual(
      part.image_url.length - "data:image/png;base64,".length,
      Base64.encode(large(most)).length
    )
    const error = await rejection(imagePart("responses", large(most + 1)))
    assert.isTrue(error instanceof PayloadTooLargeError)
    assert.isTrue(
      (await rejection(imagePart("chat", new Blob([large(most + 1)])))) instanceof PayloadTooLargeError
    )
  })
})
