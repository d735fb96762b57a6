// Images as content parts, and zips of skills. What files are read from is in the test of clients, at skills.
import * as Effect from "effect/Effect"
import { assert, it } from "vitest"
import { InvalidRequestError, PayloadTooLargeError } from "../../src/errors/ApiError.ts"
import { imagePart, imageType, skillZip } from "../../src/helpers/files/index.ts"
import { readBundle } from "../../src/resources/skills/index.ts"
import { dataUrl, png, wholePng } from "../fixtures/images.ts"
import { rejection } from "../fixtures/calls.ts"

const gif = Buffer.from("GIF89a..........")

const large = (length: number) => {
  const bytes = new Uint8Array(length)
  bytes.set(wholePng)
  return new Blob([bytes])
}

it("an image is a part of each resource with the media type of its bytes, whatever a Blob says", async () => {
  const blob = new Blob([new Uint8Array(wholePng)], { type: "text/plain" })
  const url = dataUrl("image/png", wholePng)
  const part = { type: "image_url", image_url: { url } }
  assert.deepStrictEqual(await imagePart("chat", blob), part)
  assert.deepStrictEqual(await imagePart("decisions", blob), part)
  assert.deepStrictEqual(await imagePart("responses", blob), { type: "input_image", image_url: url })
  assert.strictEqual(imageType(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)), "image/jpeg")
  assert.strictEqual(imageType(Buffer.from("RIFF____WEBPVP8 ")), "image/webp")
})

it("an image of another type is an InvalidRequestError; for decisions also a GIF, and one of over 2,048 tiles", async () => {
  for (const [resource, bytes] of [
    ["chat", Buffer.from("<svg/>")],
    ["decisions", gif],
    ["decisions", png(65_537, 1)]
  ] as const)
    assert.instanceOf(await rejection(imagePart(resource, bytes)), InvalidRequestError)
  assert.strictEqual((await imagePart("decisions", png(65_536, 1))).type, "image_url")
  for (const bytes of [gif, png(65_537, 1)])
    assert.strictEqual((await imagePart("chat", bytes)).type, "image_url")
})

it("an image fits into a request with a little text; one byte more is a PayloadTooLargeError", async () => {
  const most = 25_165_056
  assert.isAbove((await imagePart("responses", large(most))).image_url.length, most)
  assert.instanceOf(await rejection(imagePart("responses", large(most + 1))), PayloadTooLargeError)
})

const skill = { path: "SKILL.md", content: "---\nname: tides\ndescription: Reads tide tables.\n---\nRead.\n" }
const other = { path: "data/tides.csv", content: Buffer.from("port,high\nBrest,06:12\n") }

const files = (count: number) => [
  skill,
  ...Array.from({ length: count - 1 }, (_, index) => ({ path: `f/${index}`, content: "" }))
]

it("the zip of a skill is what the service reads, of up to 1,000 files, the same bytes in any order", async () => {
  const zip = await skillZip([other, skill])
  const bundle = await Effect.runPromise(readBundle(zip))
  assert.deepStrictEqual(bundle, { name: "tides", description: "Reads tide tables." })
  assert.deepStrictEqual(await skillZip([skill, other]), zip)
  assert.isAbove((await skillZip(files(1000))).length, 1000)
})

it.each([
  ["no SKILL.md", [other]],
  ["not inside it", [skill, { path: "../x", content: "" }]],
  ["1000 files", files(1001)]
])("the zip of a skill is refused as the service would refuse it: %s", async (words, given) => {
  const error = await rejection(skillZip(given))
  assert.instanceOf(error, InvalidRequestError)
  assert.include(String(error), words)
})
