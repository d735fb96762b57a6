// An index whose process is killed while it writes is whole for the next one.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { statSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import * as Effect from "effect/Effect"
import { assert } from "vitest"
import { layerIndex, SearchIndex } from "../../src/index.ts"
import { test } from "../support/engines.ts"
import { folderOf, scratch } from "./support.ts"

const program = (folder: string, indexFile: string) => `
  import { indexFolder } from "@leadline/engine-embedded"
  import * as Effect from "effect/Effect"
  await Effect.runPromise(indexFolder(${JSON.stringify({ folder, indexFile })}))
`

const size = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Starts to index in another process, and kills it when the file has a size. */
const killedAt = (folder: string, indexFile: string, bytes: number) =>
  Effect.promise(async () => {
    const options = ["--conditions=@leadline/source", "--input-type=module", "-e", program(folder, indexFile)]
    const child = spawn(process.execPath, options, { cwd: import.meta.dirname, stdio: "ignore" })
    const exit = once(child, "exit")
    while (child.exitCode === null && size(indexFile) + size(`${indexFile}-wal`) < bytes) await setTimeout(2)
    child.kill("SIGKILL")
    assert.deepEqual(await exit, [null, "SIGKILL"])
  })

const answers = SearchIndex.use((index) =>
  Effect.all([index.query({ query: "harbour seven", mode: "lexical" }), index.count])
)

test("an index survives the sudden end of its process at any time", function* () {
  const indexFile = join(yield* scratch, "search.index")
  const numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
  const pages = Array.from({ length: 400 }, (_, at) => [
    `${at % 10}/${at}.md`,
    `# Page ${numbers[at % 10]}\n\n${`The harbour of ${numbers[at % 7]} has boat ${at}. `.repeat(20)}`
  ])
  const { folder, index, lines } = yield* folderOf(Object.fromEntries(pages), { indexFile })
  const fresh = yield* Effect.provide(answers, layerIndex({ folder }))
  assert.strictEqual(fresh[1], 400)
  for (const bytes of [1, 300_000, 600_000]) yield* killedAt(folder, indexFile, bytes)
  assert.deepEqual(yield* Effect.provide(answers, index), fresh)
  assert.deepEqual(lines, [])
})
