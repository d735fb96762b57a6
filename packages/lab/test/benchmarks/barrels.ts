// Finds imports of effect as a whole: a barrel would bring all of it into every client.
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "../../../..")

const barrel = /(?:\bfrom|\bimport)\s*\(?\s*["'](effect(?:\/http|\/http-api|\/sql)?)["']/g

/** The barrels that a text imports. */
export const barrelsOf = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(barrel), ([, name = ""]) => name)

/** The barrels that files import, and how many files there are. */
export const barrelsIn = (pattern: string) => {
  const files = globSync(pattern, { cwd: root })
  const barrels = files.flatMap((file) =>
    barrelsOf(readFileSync(join(root, file), "utf8")).map((name) => `${file}: ${name}`)
  )
  return { files: files.length, barrels }
}
