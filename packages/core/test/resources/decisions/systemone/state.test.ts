// The parts in which the AI SDK sends a state.
import * as Result from "effect/Result"
import { assert, it } from "vitest"
import { unwrapped } from "../../../../src/resources/decisions/systemone/state.ts"
import type { Content } from "../../../../src/schema/Content.ts"

const text = (words: string) => ({ type: "text", text: words })
const json = (value: unknown) => ({ type: "json", value })
const file = (mediaType: string, data: unknown) => ({ type: "file", mediaType, data })
const image = { type: "image_url", image_url: { url: "data:image/png;base64,AQID" } }

it.each([
  ["texts", [text("a"), text("b")], "a\nb"],
  ["text and an object", [text("a"), json({ b: 1 })], 'a\n{"b":1}'],
  ["a buffer", [text("a"), file("image/png", { type: "Buffer", data: [1, 2, 3] })], ["a", image]],
  ["base64", [file("image/png", "AQID")], [image]]
] as const)("%s is the content", (_, state, expected) => {
  assert.deepEqual(unwrapped(state as Content), Result.succeed(expected as Content))
})

it.each([
  ["a list of other things", [text("a"), { type: "image_url", image_url: { url: "data:" } }]]
] as const)("%s stays as it is", (_, state) => {
  assert.deepEqual(unwrapped(state as Content), Result.succeed(state as Content))
})

it.each([
  ["a PDF", file("application/pdf", "AQID")],
  ["an image by address", file("image/png", { type: "url", url: "https://a.example/b.png" })],
  ["an image of numbers that are no bytes", file("image/png", { 0: 256 })]
] as const)("%s is refused by its place", (_, part) => {
  const refused = unwrapped([text("a"), part] as Content)
  assert.isTrue(Result.isFailure(refused) && refused.failure.message.startsWith("state[1]: expected files"))
})
