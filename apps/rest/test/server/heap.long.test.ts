// The heap flag exists in this version of Node.
import { spawnSync } from "node:child_process"
import { assert, it } from "vitest"
import { heapFlag } from "../../src/server/heap.ts"

// V8 accepts any flag at run time, but Node fails at start for an unknown one.
const codeOf = (flag: string) => spawnSync(process.execPath, [flag, "--eval", "0"]).status

it("this version of Node knows the heap flag", () => {
  assert.strictEqual(codeOf(heapFlag), 0)
  assert.notStrictEqual(codeOf("--heap-groving-percent=50"), 0)
})
