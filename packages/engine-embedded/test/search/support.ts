// Helpers of the search tests: a temporary folder, and an index over it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { Search, type SearchRequest } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"

export const corpus = join(import.meta.dirname, "corpus")

/** An empty temporary folder, removed with the scope. */
export const scratch = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "leadline-search-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** Writes files under a folder, by their path. */
export const write = (folder: string, files: { readonly [path: string]: string | Uint8Array }): void => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}

export const find = (request: SearchRequest) => Search.use((search) => search.create(request))

/** Collects log messages, without the one of the test clock on a slow machine. */
export const listening = () => {
  const lines: Array<string> = []
  const logger = Logger.make(({ message }) => {
    if (!String(message).startsWith("A test is using time")) lines.push(String(message))
  })
  return { lines, layer: Logger.layer([logger]) }
}
