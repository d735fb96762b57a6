import { spawnSync } from "node:child_process"
import { assert, it } from "vitest"
import { heapFlag } from "../../src/server/heap.ts"

// V8 takes any flag at run time; at the start of Node one that it does not know is an error.
const codeOf = (flag: string) => spawnSync(process.execPath, [flag, "--eval", "0"]).status

it("this Node knows the flag of the heap", () => {
  assert.strictEqual(codeOf(heapFlag), 0)
  assert.notStrictEqual(codeOf("--heap-groving-percent=50"), 0)
})
