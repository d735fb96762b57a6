// Whether the robots.txt of a site allows a page. RFC 9309.

/** The name by which a site knows this server. */
export const agentName = "leadline"

interface Rule {
  readonly allows: boolean
  readonly pattern: string
}

/** The rules of each agent; those of one that is named twice belong together. */
const parse = (text: string): ReadonlyMap<string, ReadonlyArray<Rule>> => {
  const rules = new Map<string, Array<Rule>>()
  let agents: Array<string> = []
  let isInGroup = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, field = "", value = ""] = /^\s*([\w-]+)\s*:([^#]*)/.exec(line) ?? []
    const name = field.toLowerCase()
    if (name === "user-agent") {
      if (isInGroup) agents = []
      isInGroup = false
      const agent = value.trim().toLowerCase()
      if (agent === agentName || agent === "*") agents.push(agent)
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

/** Whether a pattern with `*` and a final `$` matches the beginning of a path. */
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

/** Whether a robots.txt allows a path with its query. The longest rule counts, and `Allow` among equals. */
export const isAllowedBy = (text: string, path: string): boolean => {
  const rules = parse(text)
  const [best] = (rules.get(agentName) ?? rules.get("*") ?? [])
    .filter(({ pattern }) => matches(pattern, path))
    .toSorted((a, b) => b.pattern.length - a.pattern.length || Number(b.allows) - Number(a.allows))
  return best?.allows ?? true
}
