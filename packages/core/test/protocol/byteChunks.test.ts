import { assert, it } from "@effect/vitest"
import { concatBytes, makeByteChunks } from "../../src/protocol/byteChunks.ts"
import { byteChunksProperties } from "./properties.ts"

byteChunksProperties(5)

it("a piece that stays alone is not copied", () => {
  const pieces = makeByteChunks()
  const piece = new Uint8Array([1])
  assert.deepStrictEqual(pieces.all(), [])
  pieces.add(piece)
  assert.strictEqual(concatBytes(pieces.all()), piece)
})
