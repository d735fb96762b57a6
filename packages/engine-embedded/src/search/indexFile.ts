// Stores the index in a file with a checksum; a damaged file is rebuilt.
import { createHash, randomUUID } from "node:crypto"
import * as FileSystem from "node:fs/promises"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { analyzerVersion } from "./analyzer.ts"

const text = Schema.optionalKey(Schema.String)

/** One passage of a stored page; `words` is `word count word count …`. */
const PassageRecord = Schema.Struct({ heading: Schema.String, text: Schema.String, words: Schema.String })

/** One stored page. The time of the file is not stored: it may change without the content. */
export const PageRecord = Schema.Struct({
  path: Schema.String,
  hash: Schema.String,
  title: Schema.String,
  url: text,
  date: text,
  lastUpdated: text,
  language: text,
  mode: Schema.optionalKey(Schema.Literals(["web", "academic", "sec"])),
  passages: Schema.Array(PassageRecord)
})

/** One stored page. */
export type PageRecord = typeof PageRecord.Type

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Array(PageRecord)))

const format = 1
const mark = `leadline-search ${format}.${analyzerVersion}`
const header = (body: string) => `${mark} ${createHash("sha256").update(body).digest("hex")}`

const isMissing = (cause: unknown) => cause instanceof Error && "code" in cause && cause.code === "ENOENT"

/** Loads the pages of an earlier run; none, with a warning, when the file is damaged. */
export const loadRecords = Effect.fnUntraced(function* (file: string) {
  const none: ReadonlyArray<PageRecord> = []
  const rebuilt = (why: string) =>
    Effect.as(Effect.logWarning(`The search index ${file} ${why}: it will be rebuilt.`), none)
  const content = yield* Effect.tryPromise({
    try: () => FileSystem.readFile(file, "utf8"),
    catch: (cause) => (isMissing(cause) ? "missing" : "unreadable")
  }).pipe(Effect.catch((reason) => Effect.succeed({ reason })))
  if (typeof content !== "string") {
    return content.reason === "missing" ? none : yield* rebuilt("cannot be read")
  }
  const end = content.indexOf("\n")
  const body = content.slice(end + 1)
  if (end > 0 && content.startsWith("leadline-search ") && !content.startsWith(`${mark} `)) return none
  if (end < 0 || content.slice(0, end) !== header(body)) return yield* rebuilt("is damaged")
  return yield* Effect.catch(decode(body), () => rebuilt("has another format"))
})

/** Writes a temporary file and renames it, so that readers see the old or the new content. */
const write = async (file: string, content: string): Promise<void> => {
  const beside = `${file}.${randomUUID()}.tmp`
  try {
    const handle = await FileSystem.open(beside, "wx", 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await FileSystem.rename(beside, file)
  } finally {
    await FileSystem.rm(beside, { force: true })
  }
}

/** Stores all pages. A failure is only logged: the next start indexes the folder again. */
export const saveRecords = (file: string, records: ReadonlyArray<PageRecord>): Effect.Effect<void> => {
  const body = JSON.stringify(records)
  return Effect.tryPromise({
    try: () => write(file, `${header(body)}\n${body}`),
    catch: () => "unwritable"
  }).pipe(Effect.catch(() => Effect.logWarning(`The search index ${file} cannot be written.`)))
}
