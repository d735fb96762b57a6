// What a block prints beside what its comment says it prints: console.log(1 + 1) // 2
import { readFileSync } from "node:fs"
import { format } from "node:util"

/** A comment that begins like a value is one, but not `0 to 2`; what follows a colon, a comma or a semicolon is prose. */
const value = /^(?:['[{]|(?:-?\d[\d._]*|true|false|null|undefined)(?=$|[…:,;]|\s+(?:-?\d|true|false)))/

/** Whether a comment promises this text; `…` stands for the rest. */
const keeps = (comment: string, text: string): boolean => {
  const [before, after] = comment.split("…")
  if (after !== undefined) return text.startsWith(before?.trim() ?? "")
  return comment === text || (comment.startsWith(text) && /^\s*[:,;(]/.test(comment.slice(text.length)))
}

/** The promise that a printed text breaks, if the line that printed it makes one. */
export const broken = (line: string, text: string): string | undefined => {
  const { 1: comment = "" } = /console\.log\(.*\)\s*\/\/ (.*)$/.exec(line) ?? []
  return value.test(comment) && !keeps(comment.trim(), text)
    ? `prints ${text}, and says it prints ${comment}`
    : undefined
}

/** Has `console.log` hold modules to their comments; the function it returns gives the first that does not hold in a file. */
export const watchPrinting = (): ((file: string) => string | undefined) => {
  const printed: Array<{ readonly stack: string; readonly text: string }> = []
  console.log = (...values: ReadonlyArray<unknown>) => {
    printed.push({ stack: new Error().stack ?? "", text: format(...values) })
  }
  return (file) => {
    const lines = readFileSync(file, "utf8").split("\n")
    for (const { stack, text } of printed.splice(0)) {
      const at = Number(stack.split(`${file}:`)[1]?.match(/^\d+/)?.[0] ?? 0)
      const wrong = broken(lines[at - 1] ?? "", text)
      if (wrong !== undefined) return `${wrong} | at ${file}:${at}`
    }
    return undefined
  }
}
