// The documents of the repository that are written by hand, and what is found wrong with them.
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type Document, read } from "./markdown.ts"

/** The repository. */
export const root = join(import.meta.dirname, "../../../..")

/** One thing wrong, where a reader would look for it. */
export interface Problem {
  readonly document: string
  readonly line: number
  readonly message: string
}

const written = [
  "{README,CONTRIBUTING,SECURITY,AGENTS}.md",
  "docs/**/*.md",
  "packages/*/README.md",
  "apps/*/README.md",
  ".changeset/README.md"
]

/** Written by tools, which have checks of their own. */
const generated = ["docs/assumptions.md", "docs/sizes.md"]

/** Every document, or those of the given paths. */
export const documents = (paths: ReadonlyArray<string> = written): ReadonlyArray<Document> =>
  globSync([...paths], { cwd: root, exclude: generated })
    .toSorted()
    .map((path) => read(path, readFileSync(join(root, path), "utf8")))
