// Images as content parts.
import * as Base64 from "effect/encoding/Base64"
import { assert, describe, expectTypeOf, it } from "vitest"
import { InvalidRequestError, PayloadTooLargeError } from "../../../src/errors/ApiError.ts"
import { imagePart, imageType } from "../../../src/helpers/files/index.ts"
import { makeChecker } from "../../../src/validation/validate.ts"
import { rejection } from "../../fixtures/rejection.ts"
import { bodies, type Body } from "../../fixtures/bodies.ts"
import { dataUrl, png, wholePng } from "../../fixtures/images.ts"

const whole = new Uint8Array(wholePng)
const url = dataUrl("image/png", whole)
const gif = Buffer.from("GIF89a..........")

const large = (length: number) => {
  const bytes = new Uint8Array(length)
  bytes.set(whole)
  return bytes
}

async function* pieces(bytes: Uint8Array) {
  for (const byte of bytes) yield Uint8Array.of(byte)
}

describe("an image", () => {
  it.each([
    ["bytes", whole],
    ["a Blob of a wrong type", new Blob([whole], { type: "text/plain" })],
    ["a File", new File([whole], "tide.png")],
    ["a stream", new Blob([whole]).stream()],
    ["an async iterable", pieces(whole)]
  ] as const)("of %s is a part with the media type of its bytes", async (_, source) => {
    assert.deepStrictEqual(await imagePart("chat", source), { type: "image_url", image_url: { url } })
  })

  it.each<readonly ["decisions" | "chat" | "responses", (part: object) => object]>([
    ["decisions", (part) => ({ state: [part] })],
    ["chat", (part) => ({ messages: [{ role: "user", content: [part] }] })],
    ["responses", (part) => ({ input: [{ role: "user", content: [part] }] })]
  ])("is a part that a request of %s takes", async (resource, fields) => {
    const { example, form, schema }: Body = bodies[`${resource} request`]
    const request = { ...Object(example), ...fields(await imagePart(resource, whole)) }
    assert.deepEqual<unknown>(makeChecker(schema, form)(request), request)
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
    ["image/png", whole],
    ["image/jpeg", Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)],
    ["image/webp", Buffer.from("RIFF____WEBPVP8 ")],
    ["image/gif", gif],
    [undefined, Buffer.from("<svg/>")],
    [undefined, new Uint8Array()],
    [undefined, whole.subarray(0, 7)]
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
    const largest = await imagePart("decisions", png(65_536, 1))
    assert.strictEqual(largest.type, "image_url")
    const error = await rejection(imagePart("decisions", png(65_537, 1)))
    assert.instanceOf(error, InvalidRequestError)
    assert.strictEqual(error.message, "image: larger than 2048 tiles of 32 by 32 pixels")
    assert.strictEqual((await imagePart("chat", png(65_537, 1))).type, "image_url")
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
