// Reading bodies in turns.
import { assert, it } from "vitest"
import { readInTurn } from "../../src/server/bodyTurns.ts"

const turn = () => new Promise((resolve) => setImmediate(resolve))

it("a body of many pieces is read alone in a turn, others wait for the next one", async () => {
  const read: Array<string> = []
  const body = (name: string, pieces: number) => () => {
    read.push(name)
    return pieces
  }
  for (const name of ["a", "b"]) readInTurn(body(name, 512))
  for (const name of ["c", "d"]) readInTurn(body(name, 1))
  await turn()
  assert.deepStrictEqual(read, ["a"])
  await turn()
  assert.deepStrictEqual(read, ["a", "b"])
  await turn()
  assert.deepStrictEqual(read, ["a", "b", "c", "d"])
})

it("a body that asks again before its turn is read once", async () => {
  let reads = 0
  const body = () => ++reads
  readInTurn(body)
  readInTurn(body)
  await turn()
  await turn()
  assert.strictEqual(reads, 1)
})
