// Images of a state: of which formats they are, and where they are none.
import { InvalidRequestError } from "@leadline/core/errors"
import { assert, describe, it } from "vitest"
import { splitImages } from "../../src/decisions/images.ts"

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
