// The heap flags exist in this version of Node.
import { spawnSync } from "node:child_process"
import { assert, it } from "vitest"
import { heapFlags } from "../../src/server/heap.ts"

// V8 accepts any flag at run time, but Node fails at start for an unknown one.
const codeOf = (flag: string) => spawnSync(process.execPath, [flag, "--eval", "0"]).status

it.for(heapFlags)("this version of Node knows %s", (flag) => {
  assert.strictEqual(codeOf(flag), 0)
  assert.notStrictEqual(codeOf(flag.replace("a", "o")), 0)
})
