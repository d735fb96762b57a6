// Images of a state: beside it, in it, or refused with their place.
import { InvalidRequestError } from "@leadline/core/errors"
import { assert, describe, it } from "vitest"
import { splitImages } from "../../src/decisions/images.ts"
import type { ImageSupport } from "../../src/decisions/DecisionServer.ts"

const image = (format: string, detail?: string) => ({
  type: "image_url",
  image_url: { url: `data:image/${format};base64,QUJD`, ...(detail !== undefined && { detail }) }
})
const support = (as: ImageSupport["as"], formats = ["png", "jpeg", "webp"], max = 8): ImageSupport => ({
  as,
  formats,
  max
})
const state = ["before", image("png", "low"), { a: 1 }, image("WEBP")]

const messageOf = (result: unknown) =>
  result instanceof InvalidRequestError ? result.message : assert.fail("it is not refused")

describe("the images of a state", () => {
  it("go beside it as data URLs, or as bare base64", () => {
    assert.deepStrictEqual(splitImages(state, support("dataUrls")), {
      state: ["before", { a: 1 }],
      images: ["data:image/png;base64,QUJD", "data:image/WEBP;base64,QUJD"]
    })
    assert.deepStrictEqual(splitImages(state, support("base64")), {
      state: ["before", { a: 1 }],
      images: ["QUJD", "QUJD"]
    })
  })

  it("stay in their place where the server takes them there", () => {
    assert.deepStrictEqual(splitImages(state, support("inPlace")), { state, images: [] })
  })

  it.each([
    ["a server that takes none", undefined, "state[1]: expected no image"],
    ["a configuration of none", support("inPlace", undefined, 0), "state[1]: expected no image"],
    [
      "more than it takes",
      support("inPlace", undefined, 1),
      "expected at most 1 images for the model service, got 2"
    ],
    ["another format", support("dataUrls", ["png", "jpeg"]), "state[3]: expected an image of png or jpeg"]
  ])("are refused by name: %s", (_name, given, message) => {
    assert.include(messageOf(splitImages(state, given)), message)
  })

  it("are none in texts, objects and deeper lists", () => {
    for (const other of ["x", { image: image("png") }, [[image("png")]]])
      assert.deepStrictEqual(splitImages(other, undefined), { state: other, images: [] })
  })
})
