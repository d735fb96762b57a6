// What a response keeps of the memory it was read into.
import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { append } from "../../src/client/response/appendBytes.ts"

const joined = (chunks: ReadonlyArray<Uint8Array>) => {
  let bytes = new Uint8Array(0) as Uint8Array
  let size = 0
  for (const chunk of chunks) {
    bytes = append(bytes, size, chunk)
    size += chunk.length
  }
  return { bytes, text: bytes.subarray(0, size) }
}

it("chunks of any length are joined, those that came stay as they are", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), (chunks) => {
      const before = chunks.map((chunk) => Buffer.from(chunk))
      assert.deepEqual(Buffer.from(joined(chunks).text), Buffer.concat(before))
      assert.deepEqual(
        chunks.map((chunk) => Buffer.from(chunk)),
        before
      )
    })
  )
})

it("chunks keep no more than twice their own bytes, and none of the buffers they were read into", () => {
  const buffer = new ArrayBuffer(65_536)
  const chunks = Array.from({ length: 1_000 }, (_, at) => new Uint8Array(buffer, at, 1))
  const { bytes } = joined(chunks)
  assert.notStrictEqual(bytes.buffer, buffer)
  assert.isAtMost(bytes.buffer.byteLength, 2_000)
})

it("a chunk that stays alone is not copied", () => {
  const chunk = new Uint8Array(3)
  assert.strictEqual(joined([chunk]).bytes, chunk)
})
