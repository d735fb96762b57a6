// Judges every block of documents: types, runs, data, marks and links; and counts what was done.
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as Result from "effect/Result"
import * as Toml from "effect/encoding/Toml"
import * as Yaml from "effect/encoding/Yaml"
import { deadLinks } from "./links.ts"
import { type Problem, root } from "./list.ts"
import type { Block, Document } from "./markdown.ts"
import { type Modules, openModules } from "./modules.ts"
import { unknownNames } from "./names.ts"
import { directoryOf, fileOf, isModule, lay, marked, placeOf } from "./place.ts"
import { type Running, startService } from "./service.ts"
import { lacking, layCommands, runShell } from "./shell.ts"
import { typeErrors } from "./types.ts"

/** What became of a block. */
export interface Judged {
  readonly block: Block
  /** What was done: run, only read (types or syntax), or nothing. */
  readonly how: "run" | "read" | "left"
  /** Why it was not run. */
  readonly reason?: string
  readonly wrong?: string
}

/** What an examination found. */
export interface Found {
  readonly judged: ReadonlyArray<Judged>
  readonly problems: ReadonlyArray<Problem>
}

const data: Record<string, (text: string) => unknown> = {
  json: JSON.parse,
  jsonl: (text) => text.split("\n").map((line) => line.trim() === "" || JSON.parse(line)),
  yaml: Yaml.parse,
  yml: Yaml.parse,
  toml: (text) => Result.getOrThrow(Toml.parse(text))
}

const isShell = ({ language }: Block): boolean => language === "sh" || language === "bash"

const parse = (block: Block): string | undefined => {
  try {
    data[block.language]?.(block.code)
    return undefined
  } catch (error) {
    return String(error)
  }
}

/** A block that shows a file of the repository shows all of it; the file has checks of its own. */
const differing = ({ code }: Block, path: string): string | undefined => {
  const file = join(root, path)
  if (!existsSync(file)) return `no file ${path}`
  return readFileSync(file, "utf8").trim() === code.trim() ? undefined : `is not the same as ${path}`
}

interface Around {
  readonly place: string
  readonly env: NodeJS.ProcessEnv
  readonly modules: Modules
}

const judge = async (block: Block, { env, modules, place }: Around): Promise<Judged> => {
  const directory = directoryOf(place, block.document)
  const judged = (how: Judged["how"], wrong?: string, reason?: string): Judged => ({
    block,
    how,
    ...(reason !== undefined && { reason }),
    ...(wrong !== undefined && { wrong })
  })
  const unreasoned = block.marks.find(({ kind, text }) => text === "" && kind !== "continues")
  if (block.language === "") return judged("left", "the fence names no language")
  if (unreasoned !== undefined) return judged("left", `the mark "${unreasoned.kind}" says nothing more`)
  const unchecked = marked(block, "not checked")
  if (unchecked !== undefined) return judged("left", undefined, unchecked)
  const from = marked(block, "from")
  if (from !== undefined) return judged("read", differing(block, from), `a copy of ${from}`)
  const notRun = marked(block, "not run") ?? (marked(block, "file") && "a file for other blocks")
  if (isModule(block)) {
    return notRun === undefined
      ? judged("run", await modules.run(join(directory, fileOf(block))))
      : judged("read", undefined, notRun)
  }
  if (isShell(block)) {
    const [missing] = lacking(block.code)
    if (missing === "bash") return judged("left", undefined, "this machine has no bash")
    const reason = notRun ?? (missing && `this machine has no ${missing}`)
    return reason === undefined
      ? judged("run", await runShell(block, directory, env))
      : judged("read", await runShell(block, directory, env, "read"), reason)
  }
  if (Object.hasOwn(data, block.language)) return judged("read", parse(block))
  return notRun === undefined
    ? judged("left", `nothing here can judge ${block.language}: mark it "not checked", with a reason`)
    : judged("left", undefined, notRun)
}

/** Where in the document, as what was said names it. */
const lineOf = ({ block, wrong = "" }: Judged): number =>
  Number(wrong.split(`${fileOf(block)}:`)[1]?.match(/^\d+/)?.[0] ?? block.line)

const lane = async (
  queue: Array<Document>,
  around: Omit<Around, "modules">
): Promise<ReadonlyArray<Judged>> => {
  const modules = openModules(around.env)
  const judged: Array<Judged> = []
  for (let document = queue.shift(); document !== undefined; document = queue.shift()) {
    // In order: what one block writes another may read.
    // oxlint-disable-next-line no-await-in-loop
    for (const block of document.blocks) judged.push(await judge(block, { ...around, modules }))
  }
  modules.end()
  return judged
}

const environment = (service: Running, place: string): NodeJS.ProcessEnv => ({
  PATH: layCommands(place),
  HOME: place,
  LEADLINE_API_KEY: service.apiKey,
  LEADLINE_BASE_URL: service.baseUrl,
  LEADLINE_BACKEND_API_KEY: service.apiKey,
  LEADLINE_DATA_DIR: service.dataDirectory,
  LEADLINE_LOG_FORMAT: "off",
  // One for all processes of all runs: half the time of a start is compiling.
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? placeOf("compiled"),
  BUNDLED_PROGRAMS: process.env["BUNDLED_PROGRAMS"]
})

/** Examines documents in a place of the given name. */
export const examine = async (documents: ReadonlyArray<Document>, name: string): Promise<Found> => {
  const place = placeOf(name)
  const service = await startService()
  try {
    lay(place, documents, service.baseUrl)
    const around = { place, env: environment(service, place) }
    const queue = documents.toSorted((one, other) => other.blocks.length - one.blocks.length)
    const [types, ...lanes] = await Promise.all([
      typeErrors(place, documents),
      lane(queue, around),
      lane(queue, around)
    ])
    const judged = lanes.flat()
    const wrong = judged.flatMap((each) =>
      each.wrong === undefined
        ? []
        : [{ document: each.block.document, line: lineOf(each), message: each.wrong }]
    )
    return { judged, problems: [...deadLinks(documents), ...unknownNames(documents), ...types, ...wrong] }
  } finally {
    await service.end()
  }
}

/** A problem in one line that editors and terminals open. */
export const describeProblem = ({ document, line, message }: Problem): string =>
  `${document}:${line}: ${message}`
