// Reads robots.txt: RFC 9309.
import type { Resumable } from "@leadline/core/internal"
import { linesPerStep } from "./limits.ts"

/** The name by which a site knows this server. */
export const agentName = "leadline"

interface Rule {
  readonly allows: boolean
  readonly pattern: string
}

/** The rules of each agent; those of one that is named twice belong together. */
function* parse(text: string): Resumable<ReadonlyMap<string, ReadonlyArray<Rule>>> {
  const rules = new Map<string, Array<Rule>>()
  const agents = new Set<string>()
  let isInGroup = false
  let lines = 0
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    if (++lines % linesPerStep === 0) yield
    const [, field = "", value = ""] = /^\s*([\w-]+)\s*:([^#]*)/.exec(line) ?? []
    const name = field.toLowerCase()
    if (name === "user-agent") {
      if (isInGroup) agents.clear()
      isInGroup = false
      const agent = value.trim().toLowerCase()
      if (agent === agentName || agent === "*") agents.add(agent)
    } else if (name === "allow" || name === "disallow") {
      isInGroup = true
      const pattern = value.trim()
      // An empty rule forbids nothing.
      if (pattern === "") continue
      for (const agent of agents) {
        const own = rules.get(agent) ?? []
        own.push({ allows: name === "allow", pattern })
        rules.set(agent, own)
      }
    }
  }
  return rules
}

/** A path as all its spellings are compared: what needs no percent encoding has none, all other characters have one. */
const normalized = (path: string): string =>
  path
    .toWellFormed()
    .replace(/[^\0-\x7f]+/g, encodeURIComponent)
    .replace(/%[0-9a-f]{2}/gi, (coded) => {
      const character = String.fromCharCode(Number.parseInt(coded.slice(1), 16))
      return /[\w.~-]/.test(character) ? character : coded.toUpperCase()
    })

/** Does a pattern with `*` and a final `$` match the beginning of a path? */
const matches = (pattern: string, path: string): boolean => {
  const isAnchored = pattern.endsWith("$")
  const [first = "", ...others] = (isAnchored ? pattern.slice(0, -1) : pattern).split("*")
  if (!path.startsWith(first)) return false
  let at = first.length
  const last = isAnchored ? others.pop() : undefined
  for (const part of others) {
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  if (!isAnchored) return true
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last)
}

/** Does a robots.txt allow a path with its query? The longest rule counts, and `Allow` among equals. */
export function* isAllowedBy(text: string, path: string): Resumable<boolean> {
  const rules = yield* parse(text)
  const asked = normalized(path)
  let best: Rule | undefined
  let count = 0
  for (const rule of rules.get(agentName) ?? rules.get("*") ?? []) {
    if (++count % linesPerStep === 0) yield
    const { allows, pattern } = rule
    const length = best?.pattern.length ?? -1
    if (pattern.length < length || (pattern.length === length && !allows)) continue
    if (matches(normalized(pattern), asked)) best = rule
  }
  return best?.allows ?? true
}
