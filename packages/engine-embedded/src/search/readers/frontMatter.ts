// Reads the front matter of a file: YAML between two lines of `---`.
import { parse } from "yaml"
import type { Metadata } from "./document.ts"

/** Front matter by lower-case name, and the rest of the text. */
export interface FrontMatter {
  readonly meta: Metadata
  readonly body: string
}

/** Lines of front matter, at most. */
const maxLines = 200

const parseYaml = (text: string): unknown => {
  try {
    // Warnings of the parser would go to standard error.
    return parse(text, { logLevel: "silent" })
  } catch {
    return {}
  }
}

/** Splits a text into front matter and the rest. Entries that are not scalars are left out; invalid YAML gives no entries. */
export const splitFrontMatter = (text: string): FrontMatter => {
  const none = { meta: new Map<string, string>(), body: text }
  if (!/^\uFEFF?---[ \t]*\n/.test(text)) return none
  const lines = text.split("\n", maxLines)
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/.test(line))
  if (end < 0) return none
  const head = lines.slice(1, end).join("\n")
  const read = parseYaml(head)
  // Text between two horizontal rules is no front matter.
  if (typeof read !== "object" || read === null || Array.isArray(read))
    return head.trim() === "" ? { ...none, body: text.slice(text.indexOf("\n", 4) + 1) } : none
  const meta = new Map<string, string>()
  for (const [name, value] of Object.entries(read))
    if (typeof value === "string" || typeof value === "number")
      meta.set(name.toLowerCase(), String(value).trim())
  const before = lines.slice(0, end + 1).reduce((sum, line) => sum + line.length + 1, 0)
  return { meta, body: text.slice(before) }
}
