// An index whose process is killed while it writes is whole for the next one.
import { spawn } from "node:child_process"
import { existsSync, statSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { assert } from "vitest"
import { layerIndex, SearchIndex } from "../../src/index.ts"
import { test } from "../support/engines.ts"
import { listening, scratch, write } from "./support.ts"

const program = (folder: string, indexFile: string) => `
  import { indexFolder } from "@leadline/engine-embedded"
  import * as Effect from "effect/Effect"
  await Effect.runPromise(indexFolder(${JSON.stringify({ folder, indexFile })}))
`

const size = (file: string) => (existsSync(file) ? statSync(file).size : 0)

/** Starts to index in another process, and kills it when the file has a size. */
const killedAt = (folder: string, indexFile: string, bytes: number) =>
  Effect.promise(
    () =>
      new Promise<void>((resolve, reject) => {
        const options = [
          "--conditions=@leadline/source",
          "--input-type=module",
          "-e",
          program(folder, indexFile)
        ]
        const child = spawn(process.execPath, options, { cwd: import.meta.dirname, stdio: "ignore" })
        const watch = () => {
          if (size(indexFile) + size(`${indexFile}-wal`) >= bytes) child.kill("SIGKILL")
          else setTimeout(watch, 2)
        }
        watch()
        child.once("error", reject).once("exit", (_, signal) => {
          if (signal === "SIGKILL") resolve()
          else reject(new Error("The process ended before it was killed."))
        })
      })
  )

const answers = Effect.gen(function* () {
  const index = yield* SearchIndex
  const found = yield* index.query({ query: "harbour seven", mode: "lexical" })
  return { found: found.map(({ page, score }) => [page.path, score]), pages: (yield* index.pages).length }
})

test("an index survives the sudden end of its process at any time", function* () {
  const [folder, data] = yield* Effect.all([scratch, scratch])
  const numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
  const pages = Array.from({ length: 400 }, (_, at) => [
    `${at % 10}/${at}.md`,
    `# Page ${numbers[at % 10]}\n\n${`The harbour of ${numbers[at % 7]} has boat ${at}. `.repeat(20)}`
  ])
  write(folder, Object.fromEntries(pages))
  const fresh = yield* Effect.provide(answers, layerIndex({ folder }))
  assert.strictEqual(fresh.pages, 400)
  const indexFile = join(data, "search.index")
  const { layer, lines } = listening()
  for (const bytes of [1, 300_000, 600_000]) yield* killedAt(folder, indexFile, bytes)
  assert.deepEqual(
    yield* Effect.provide(answers, Layer.provide(layerIndex({ folder, indexFile }), layer)),
    fresh
  )
  assert.deepEqual(lines, [])
})
