// Distributions: how far rounding excuses a sum. Images of a state: of which formats they are.
import { assert, describe, it } from "vitest"
import { distribution, isLikeliest, keptDecimals } from "../../src/decisions/distribution.ts"
import { InvalidRequestError } from "@leadline/core/errors"
import { splitImages } from "../../src/decisions/images.ts"

describe("a distribution", () => {
  it.each([
    ["a sum beyond the rounding of two decimals", [0.5, 0.3, 0.17], 2],
    ["255 zeros, whose sum rounding excuses", Array.from({ length: 255 }, () => 0), 2],
    ["NaN", [Number.NaN, 1], undefined],
    ["nothing", [], 2]
  ])("is not made of %s", (_name, values, decimals) => assert.isUndefined(distribution(values, decimals)))

  it("of two decimals is completed by the same for each, within the rounding", () => {
    for (const share of distribution([0.33, 0.33, 0.33], 2) ?? [0]) assert.closeTo(share, 1 / 3, 1e-12)
    const [first = 0, second = 0] = distribution([0.3, ...Array.from({ length: 254 }, () => 0)], 2) ?? []
    assert.closeTo(first, 0.3 + 0.7 / 255, 1e-12)
    assert.closeTo(second, 0.7 / 255, 1e-12)
  })

  it.each([
    [[0.3, 0], 2, 2],
    [[0.3333, 0.6667], 2, 4],
    [[1 / 3, 2 / 3], 2, undefined]
  ])("is excused by rounding only as far as its values are rounded: %j", (values, decimals, kept) =>
    assert.strictEqual(keptDecimals(values, decimals), kept)
  )

  it.each([
    [[0.46, 0.45, 0.09], 1, 2, true],
    [[0.5, 0.4, 0.1], 1, 2, false],
    [[0.46, 0.45, 0.09], 1, undefined, false],
    [[0.5, 0.5], -1, 2, false]
  ])("has its likeliest option within the rounding: %j %i", (values, at, decimals, expected) =>
    assert.strictEqual(isLikeliest(values, at, decimals), expected)
  )
})

const image = (format: string) => ({
  type: "image_url",
  image_url: { url: `data:image/${format};base64,QUJD`, detail: "low" }
})
const formats = ["png", "jpeg"]

describe("an image of a state", () => {
  it("is of a format in any case, or refused with its place", () => {
    const state = ["before", image("PNG"), { a: 1 }, image("webp")]
    assert.deepStrictEqual(splitImages(state.slice(0, 3), { as: "dataUrls", formats, max: 8 }), {
      state: ["before", { a: 1 }],
      images: ["data:image/PNG;base64,QUJD"]
    })
    const refusal = splitImages(state, { as: "dataUrls", formats, max: 8 })
    assert.instanceOf(refusal, InvalidRequestError)
    assert.include(Object(refusal).message, "state[3]: expected an image of png or jpeg")
  })

  it.each(["x", { image: image("png") }, [[image("png")]]])(
    "is none in a text, an object, a deeper list: %j",
    (state) => assert.deepStrictEqual(splitImages(state, undefined), { state, images: [] })
  )
})
