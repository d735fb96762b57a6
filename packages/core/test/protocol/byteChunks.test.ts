import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { makeByteChunks } from "../../src/protocol/byteChunks.ts"
import { byteChunksProperties } from "./properties.ts"

byteChunksProperties(5)

const collected = (given: ReadonlyArray<Uint8Array>) => {
  const chunks = makeByteChunks()
  for (const chunk of given) chunks.add(chunk)
  return chunks
}

it("chunks of any length are joined, those that came stay as they are", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 300 }), (chunks) => {
      const before = chunks.map((chunk) => Buffer.from(chunk))
      const all = collected(chunks)
      assert.deepEqual(Buffer.from(all.take()), Buffer.concat(before))
      assert.deepEqual(
        chunks.map((chunk) => Buffer.from(chunk)),
        before
      )
      assert.lengthOf(all.take(), 0)
    })
  )
})

it("small chunks but the first keep none of the buffer they were read into", () => {
  const buffer = new ArrayBuffer(65_536)
  const chunks = collected(Array.from({ length: 100 }, (_, at) => new Uint8Array(buffer, at, 1)))
  assert.lengthOf(
    chunks.all().filter((chunk) => chunk.buffer === buffer),
    1
  )
})
