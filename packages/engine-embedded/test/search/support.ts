// Helpers of the search tests: temporary folders, and indexes over them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { layerIndex } from "../../src/index.ts"

export const corpus = join(import.meta.dirname, "corpus")

/** An empty temporary folder, removed with the scope. */
export const scratch = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "leadline-search-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

interface Files {
  readonly [path: string]: string | Uint8Array
}

/** Writes files under a folder, by their path. */
export const write = (folder: string, files: Files): void => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}

/**
 * A temporary folder of files, an index over it as a layer, and the lines that the index logs, without the one of the test
 * clock on a slow machine.
 */
export const folderOf = Effect.fnUntraced(function* (
  files: Files,
  options: Partial<Parameters<typeof layerIndex>[0]> = {}
) {
  const folder = yield* scratch
  write(folder, files)
  const lines: Array<string> = []
  const logger = Logger.make(({ message }) => {
    if (!String(message).startsWith("A test is using time")) lines.push(String(message))
  })
  const index = Layer.provideMerge(layerIndex({ folder, ...options }), Logger.layer([logger]))
  return { folder, index, lines }
})
