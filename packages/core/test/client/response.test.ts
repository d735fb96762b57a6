// What a response keeps of the memory it was read into.
import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { makeChunks } from "../../src/client/response/BodyChunks.ts"

const collected = (given: ReadonlyArray<Uint8Array>) => {
  const chunks = makeChunks()
  for (const chunk of given) chunks.add(chunk)
  return chunks
}

it("chunks of any length are joined, those that came stay as they are", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 300 }), (chunks) => {
      const before = chunks.map((chunk) => Buffer.from(chunk))
      const all = collected(chunks)
      const whole = Buffer.concat(before)
      assert.deepEqual(Buffer.from(all.take()), whole)
      assert.deepEqual(
        chunks.map((chunk) => Buffer.from(chunk)),
        before
      )
      assert.lengthOf(all.take(), 0)
    })
  )
})

it("a hundred chunks keep none of the buffer they were read into", () => {
  const buffer = new ArrayBuffer(65_536)
  const chunks = collected(Array.from({ length: 100 }, (_, at) => new Uint8Array(buffer, at, 1)))
  assert.strictEqual(chunks.take().buffer.byteLength, 100)
})

it("a chunk that stays alone is not copied", () => {
  const chunk = new Uint8Array(3)
  assert.strictEqual(collected([chunk]).take(), chunk)
})
