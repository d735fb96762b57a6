// The types of all modules of a place, in one run of the compiler, which builds the packages first where a source has changed.
import { execFile } from "node:child_process"
import { join, relative } from "node:path"
import { promisify } from "node:util"
import { type Problem, root } from "./list.ts"
import type { Document } from "./markdown.ts"
import { directoryOf } from "./place.ts"

const said = /^([^\s(]+)\/[^/(]+\((\d+),\d+\): error (TS\d+: .*)$/

/** What the compiler refuses. What the packages themselves say is for their own check. */
export const typeErrors = async (
  place: string,
  documents: ReadonlyArray<Document>
): Promise<ReadonlyArray<Problem>> => {
  const compiler = join(root, "node_modules/.bin/tsc")
  const output = await promisify(execFile)(compiler, ["-b", "--pretty", "false", place], {
    cwd: place,
    maxBuffer: 2 ** 26
  }).then(
    () => "",
    (error: { readonly stdout?: string }) => {
      if (!error.stdout) throw error
      return error.stdout
    }
  )
  const byFolder = new Map(documents.map(({ path }) => [relative(place, directoryOf(place, path)), path]))
  const problems = output.split("\n").flatMap((text): ReadonlyArray<Problem> => {
    const { 1: folder = "", 2: line, 3: message = "" } = said.exec(text) ?? []
    const document = byFolder.get(folder.split("/")[0] ?? "")
    return document === undefined ? [] : [{ document, line: Number(line), message }]
  })
  const unplaced = /^(?:given\.d\.ts|tsconfig\.json|error TS)\b.*/m.exec(output)
  if (unplaced !== null) throw new Error(`The compiler could not check the blocks: ${unplaced[0]}`)
  return problems
}
