import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Image from "../../../src/resources/decisions/image.ts"
import { runToEnd } from "../../../src/scheduling/resumable.ts"
import * as Images from "../../fixtures/images.ts"

const limits = { tile: 32, maxTiles: 2048 }
const checkImage = (url: string, most: Image.ImageLimits) => runToEnd(Image.checkImage(url, most))

const check = (mediaType: string, bytes: Uint8Array) => checkImage(Images.dataUrl(mediaType, bytes), limits)

const notAUrl = "expected a base64 data URL of image/png, image/jpeg or image/webp"
const notBase64 = "the data is not base64"
const notPng = "the bytes are not a PNG image"
const notJpeg = "the bytes are not a JPEG image"
const notWebp = "the bytes are not a WebP image"
const noPixels = "a side of the image has no pixels"
const tooLarge = "larger than 2048 tiles of 32 by 32 pixels"

const headers = [
  ["PNG", "image/png", Images.png],
  ["JPEG", "image/jpeg", Images.jpeg],
  ["lossy WebP", "image/webp", Images.webpLossy],
  ["lossless WebP", "image/webp", Images.webpLossless],
  ["extended WebP", "image/webp", Images.webpExtended]
] as const

const pngText = Buffer.from(Images.wholePng).toString("base64")

describe("what passes", () => {
  it.each([
    ["image/png", Images.wholePng],
    ["image/jpeg", Images.wholeJpeg],
    ...Images.wholeWebps.map((bytes) => ["image/webp", bytes] as const)
  ] as const)("a whole %s", (mediaType, bytes) => {
    assert.isUndefined(check(mediaType, bytes))
  })

  it("the part before the comma in any letter case", () => {
    assert.isUndefined(checkImage(`DATA:Image/PNG;Base64,${pngText}`, limits))
  })

  it.each([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])(
    "a JPEG with frame header %s",
    (frame) => {
      assert.isUndefined(check("image/jpeg", Images.jpeg(16, 16, { frame })))
      assert.strictEqual(check("image/jpeg", Images.jpeg(65535, 1056, { frame })), tooLarge)
    }
  )

  it("a JPEG with long segments and fill bytes before its frame header", () => {
    const profile = Images.segment(
      0xe2,
      Array.from({ length: 65_533 }, () => 0xff)
    )
    const tables = [
      ...Images.segment(0xdb, [0, 1]),
      ...Images.segment(0xc4, [0, 0xff, 0xc0]),
      0xff,
      0xff,
      0xff
    ]
    const before = [...profile, ...profile, ...tables]
    assert.isUndefined(check("image/jpeg", Images.jpeg(2048, 1024, { before })))
    assert.strictEqual(check("image/jpeg", Images.jpeg(2048, 1025, { before })), tooLarge)
  })
})

describe("size", () => {
  it.each(headers)("a %s of 2,048 tiles passes, one pixel more does not", (_, mediaType, header) => {
    assert.isUndefined(check(mediaType, header(2048, 1024)))
    assert.isUndefined(check(mediaType, header(1024, 2048)))
    assert.isUndefined(check(mediaType, header(32, 16_383)))
    assert.isUndefined(check(mediaType, header(2017, 993)))
    assert.strictEqual(check(mediaType, header(2049, 1024)), tooLarge)
    assert.strictEqual(check(mediaType, header(2048, 1025)), tooLarge)
    assert.strictEqual(check(mediaType, header(16_383, 16_383)), tooLarge)
  })

  it("a PNG of the largest sides is too large", () => {
    assert.strictEqual(check("image/png", Images.png(2 ** 32 - 1, 2 ** 32 - 1)), tooLarge)
    assert.strictEqual(check("image/png", Images.png(2 ** 31, 1)), tooLarge)
  })

  it.each([
    ["image/png", Images.png],
    ["image/jpeg", Images.jpeg],
    ["image/webp", Images.webpLossy]
  ] as const)("an %s with a side of 0 is refused", (mediaType, header) => {
    assert.strictEqual(check(mediaType, header(0, 5)), noPixels)
    assert.strictEqual(check(mediaType, header(5, 0)), noPixels)
  })

  it("limits are the caller's", () => {
    const url = Images.dataUrl("image/png", Images.png(17, 16))
    assert.isUndefined(checkImage(url, { tile: 16, maxTiles: 2 }))
    assert.strictEqual(checkImage(url, { tile: 16, maxTiles: 1 }), "larger than 1 tiles of 16 by 16 pixels")
  })
})

describe("bytes of another format", () => {
  it.each([
    ["image/png", Images.wholeJpeg, notPng],
    ["image/jpeg", Images.wholePng, notJpeg],
    ["image/webp", Images.wholePng, notWebp],
    ["image/png", Images.wholeGif, notPng],
    ["image/png", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), notPng],
    [
      "image/webp",
      Buffer.from("RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x44\xac\0\0\x88X\x01\0", "latin1"),
      notWebp
    ],
    ["image/png", new Uint8Array(0), notPng],
    ["image/jpeg", new Uint8Array(0), notJpeg],
    ["image/webp", new Uint8Array(0), notWebp]
  ] as const)("under %s are refused", (mediaType, bytes, problem) => {
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
    ["an end", [0xff, 0xd9]],
    ["a restart marker", [0xff, 0xd0]],
    ["a second start", [0xff, 0xd8]],
    ["a segment without room for its length", [0xff, 0xe0, 0, 1]],
    ["bytes between segments", [...Images.segment(0xe0, [1]), 0, 0]],
    ["tables only", Array.from({ length: 5000 }, () => Images.segment(0xdb, [0])).flat()],
    ["fill bytes only", Array.from({ length: 5000 }, () => 0xff)]
  ] as const)("a JPEG with %s is refused", (_, before) => {
    assert.strictEqual(check("image/jpeg", Images.jpeg(8, 8, { before })), notJpeg)
  })

  it("a lossy WebP without its start code and a lossless one without its signature are refused", () => {
    assert.strictEqual(check("image/webp", Images.webpLossy(8, 8).with(23, 0)), notWebp)
    assert.strictEqual(check("image/webp", Images.webpLossless(8, 8).with(20, 0)), notWebp)
  })
})

// Addresses and other media types are in the threats of packages/lab.
describe("anything but a base64 data URL of the three types", () => {
  it.each([
    "",
    "data:",
    "data:image/png;base64",
    pngText,
    `data:image/jpg;base64,${pngText}`,
    `data:;base64,${pngText}`,
    `data:image/png;charset=x;base64,${pngText}`,
    `data:image/png;base64;x=y,${pngText}`,
    `data:image/png; base64,${pngText}`,
    ` data:image/png;base64,${pngText}`
  ])("%j is refused", (url) => {
    assert.strictEqual(checkImage(url, limits), notAUrl)
  })
})

describe("base64", () => {
  it.each([
    ["no padding", pngText.replaceAll("=", "")],
    ["too much padding", `${pngText.slice(0, -4)}A===`],
    ["padding alone", "===="],
    ["white space", `${pngText.slice(0, 40)}\n\n\n\n${pngText.slice(40)}`],
    ["percent signs", pngText.replace("==", "%3D%3D")],
    ["a sign beyond a byte", `${pngText.slice(0, -4)}AAA\u{1f600}`.slice(0, pngText.length)],
    ["a NUL", `${pngText.slice(0, -4)}AAA\0`]
  ])("with %s is refused", (_, text) => {
    assert.strictEqual(checkImage(`data:image/png;base64,${text}`, limits), notBase64)
  })

  it("of any bytes after a header passes", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom(...headers),
        (rest, [, mediaType, header]) => {
          assert.isUndefined(check(mediaType, Uint8Array.from([...header(7, 9), ...rest])))
        }
      )
    )
  })

  it("with one wrong sign anywhere is refused", () => {
    fc.assert(
      fc.property(
        fc.nat(pngText.length - 3),
        fc.constantFrom("-", "_", "=", " ", "\t", "@", "[", "é"),
        (at, sign) => {
          const text = pngText.slice(0, at) + sign + pngText.slice(at + 1)
          assert.strictEqual(checkImage(`data:image/png;base64,${text}`, limits), notBase64)
        }
      )
    )
  })
})
