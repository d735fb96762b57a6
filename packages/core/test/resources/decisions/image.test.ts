import { assert, it } from "@effect/vitest"
import * as Image from "../../../src/resources/decisions/image.ts"
import { runToEnd } from "../../../src/scheduling/resumable.ts"
import * as Images from "../../fixtures/images.ts"

const checkUrl = (url: string) => runToEnd(Image.checkImage(url, { tile: 32, maxTiles: 2048 }))
const check = (mediaType: string, bytes: Uint8Array) => checkUrl(Images.dataUrl(mediaType, bytes))

const notBase64 = "the data is not base64"
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

const pngText = Buffer.from(Images.wholePng).toString("base64")

it.each([
  ["image/png", Images.wholePng],
  ["image/jpeg", Images.wholeJpeg],
  ...Images.wholeWebps.map((bytes) => ["image/webp", bytes] as const)
] as const)("a whole %s", (mediaType, bytes) => {
  assert.isUndefined(check(mediaType, bytes))
})

it.each([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])(
  "a JPEG passes with frame header %s",
  (frame) => {
    assert.isUndefined(check("image/jpeg", Images.jpeg(16, 16, { frame })))
  }
)

it("a JPEG passes with long segments and fill bytes before its frame header", () => {
  const profile = Images.segment(0xe2, Array<number>(65_533).fill(0xff))
  const tables = Images.segment(0xc4, [0, 0xff, 0xc0])
  const before = [...profile, ...profile, ...tables, 0xff, 0xff, 0xff]
  assert.isUndefined(check("image/jpeg", Images.jpeg(2048, 1024, { before })))
  assert.strictEqual(check("image/jpeg", Images.jpeg(2048, 1025, { before })), tooLarge)
})

it.each(headers)("a %s of 2,048 tiles passes, one pixel more does not", (_, mediaType, header) => {
  assert.isUndefined(check(mediaType, header(2048, 1024)))
  assert.strictEqual(check(mediaType, header(2049, 1024)), tooLarge)
  assert.strictEqual(check(mediaType, header(2048, 1025)), tooLarge)
})

it.each([
  ["image/png", Images.wholeJpeg, "the bytes are not a PNG image"],
  ["image/jpeg", Images.wholePng, notJpeg],
  ["image/webp", Images.wholePng, notWebp],
  ["image/webp", Images.webpLossy(8, 8).with(23, 0), notWebp]
] as const)("bytes of another format under %s are refused", (mediaType, bytes, problem) => {
  assert.strictEqual(check(mediaType, bytes), problem)
})

it.each(headers)("a %s cut anywhere in its header is refused", (_, mediaType, header) => {
  const whole = header(300, 200)
  const needed = mediaType === "image/jpeg" ? whole.length - 4 : whole.length
  assert.isUndefined(check(mediaType, whole.subarray(0, needed)))
  for (let length = 0; length < needed; length++) {
    assert.isDefined(check(mediaType, whole.subarray(0, length)), `${length} bytes`)
  }
})

it.each([
  ["a scan before the frame header", Images.segment(0xda, [1, 1, 0])],
  ["a segment without room for its length", [0xff, 0xe0, 0, 1]],
  ["tables only", Array.from({ length: 5000 }, () => Images.segment(0xdb, [0])).flat()],
  ["fill bytes only", Array<number>(5000).fill(0xff)]
] as const)("a JPEG with %s is refused", (_, before) => {
  assert.strictEqual(check("image/jpeg", Images.jpeg(8, 8, { before })), notJpeg)
})

// Addresses and other media types are in the threats of packages/lab.
it.each([
  "data:image/png;base64",
  pngText,
  `data:;base64,${pngText}`,
  `data:image/png;base64;x=y,${pngText}`,
  ` data:image/png;base64,${pngText}`
])("%j is no data URL of an image", (url) => {
  assert.include(checkUrl(url), "expected a base64 data URL")
})

it.each([
  ["no padding", pngText.replaceAll("=", "")],
  ["too much padding", `${pngText.slice(0, -4)}A===`],
  ["padding alone", "===="]
])("base64 with %s is refused", (_, text) => {
  assert.strictEqual(checkUrl(`data:image/png;base64,${text}`), notBase64)
})

it("base64 with one wrong sign anywhere is refused", () => {
  for (const sign of "-_= @[é") {
    for (let at = 0; at < pngText.length - 2; at++) {
      const text = pngText.slice(0, at) + sign + pngText.slice(at + 1)
      assert.strictEqual(checkUrl(`data:image/png;base64,${text}`), notBase64, `${sign} at ${at}`)
    }
  }
})
