import { assert, it } from "@effect/vitest"
import * as Image from "../../../src/resources/decisions/image.ts"
import { runToEnd } from "../../../src/scheduling/resumable.ts"
import * as Images from "../../fixtures/images.ts"

const checkUrl = (url: string) => runToEnd(Image.checkImage(url, { tile: 32, maxTiles: 2048 }))
const check = (mediaType: string, bytes: Uint8Array) => checkUrl(Images.dataUrl(mediaType, bytes))

const notJpeg = "the bytes are not a JPEG image"
const notWebp = "the bytes are not a WebP image"
const tooLarge = "larger than 2048 tiles of 32 by 32 pixels"

const headers = [
  ["PNG", "image/png", Images.png],
  ["JPEG", "image/jpeg", Images.jpeg],
  ["lossy WebP", "image/webp", Images.webpLossy],
  ["lossless WebP", "image/webp", Images.webpLossless],
  ["extended WebP", "image/webp", Images.webpExtended]
] as const

it("a JPEG passes with long segments and fill bytes before its frame header", () => {
  const profile = Images.segment(0xe2, Array<number>(65_533).fill(0xff))
  const tables = Images.segment(0xc4, [0, 0xff, 0xc0])
  const before = [...profile, ...profile, ...tables, 0xff, 0xff, 0xff]
  assert.isUndefined(check("image/jpeg", Images.jpeg(2048, 1024, before)))
  assert.isUndefined(check("image/jpeg", Images.wholeJpeg))
  assert.strictEqual(check("image/jpeg", Images.jpeg(2048, 1025, before)), tooLarge)
})

it.each(headers)(
  "a %s of 2,048 tiles passes, one pixel more does not, nor one cut in its header",
  (_, mediaType, header) => {
    assert.isUndefined(check(mediaType, header(2048, 1024)))
    assert.strictEqual(check(mediaType, header(2049, 1024)), tooLarge)
    assert.strictEqual(check(mediaType, header(2048, 1025)), tooLarge)
    const whole = header(300, 200)
    const needed = mediaType === "image/jpeg" ? whole.length - 4 : whole.length
    for (let length = 0; length < needed; length++)
      assert.isDefined(check(mediaType, whole.subarray(0, length)), `${length} bytes`)
  }
)

it.each([
  ["image/png", Images.wholeJpeg, "the bytes are not a PNG image"],
  ["image/jpeg", Images.wholePng, notJpeg],
  ["image/webp", Images.wholePng, notWebp],
  ["image/webp", Images.webpLossy(8, 8).with(23, 0), notWebp],
  ["image/jpeg", Images.jpeg(8, 8, Images.segment(0xda, [1, 1, 0])), notJpeg],
  ["image/jpeg", Images.jpeg(8, 8, [0xff, 0xe0, 0, 1]), notJpeg],
  ["image/jpeg", Images.jpeg(8, 8, Array<number>(5000).fill(0xff)), notJpeg]
] as const)(
  "bytes of another format under %s, and JPEGs that are broken, are refused",
  (mediaType, bytes, problem) => {
    assert.strictEqual(check(mediaType, bytes), problem)
  }
)

const pngText = Buffer.from(Images.wholePng).toString("base64")

// Addresses and other media types are in the threats of packages/lab.
it.each(["data:image/png;base64", `data:;base64,${pngText}`, `data:image/png;base64;x=y,${pngText}`])(
  "%j is no data URL of an image",
  (url) => assert.include(checkUrl(url), "expected a base64 data URL")
)

const isRefused = (text: string) =>
  assert.strictEqual(checkUrl(`data:image/png;base64,${text}`), "the data is not base64", text)

it("base64 without padding, or with one wrong sign anywhere, is refused", () => {
  for (const text of [pngText.replaceAll("=", ""), `${pngText.slice(0, -4)}A===`, "===="]) isRefused(text)
  for (let at = 0; at < pngText.length - 2; at++)
    for (const sign of "-_= @[é") isRefused(pngText.slice(0, at) + sign + pngText.slice(at + 1))
})
