// Makes a short text that a regular expression takes, of its first alternatives. What it makes has to be checked.

/** Characters that are tried for a class such as `\d` or `[^-]`. */
const characters = "0aA-_ .,:/@#+".split("")

/** Characters of a sample, at most. */
const maxLength = 10_000

/** A character that a class or an escape of a pattern takes; empty where none is found. */
const characterOf = (source: string): string => {
  for (const flags of ["u", ""]) {
    try {
      const one = new RegExp(`^(?:${source})$`, flags)
      return [...characters, ...source].find((character) => one.test(character)) ?? ""
    } catch {
      // Without the flag `u`, more escapes are allowed.
    }
  }
  return ""
}

/** A class, an escape, the start of a group, or any other character, with what is behind an escape. */
const token = /\[(?:\\.|[^\]\\])*\]|\\[pPkux]\{[^}]*\}|\\x..|\\u....|\\.|\((?:\?(?::|<?[=!]|<[^>]*>))?|[^]/y
const quantifier = /(?:([*?+])|\{(\d{1,4})(,?)\d*\})\??/y

/** A text for a pattern, in which parts that may be repeated without end are so at least `repeats` times. */
export const samplePattern = (pattern: string, repeats: number): string => {
  let at = 0
  const take = (sticky: RegExp): RegExpExecArray | null => {
    sticky.lastIndex = at
    const found = sticky.exec(pattern)
    if (found !== null) at = sticky.lastIndex
    return found
  }
  const times = (): number => {
    const [whole, sign, least = "1", open] = take(quantifier) ?? []
    if (whole === undefined) return 1
    if (sign === undefined) return open === "," ? Math.max(Number(least), repeats) : Number(least)
    return sign === "?" ? 0 : Math.max(sign === "+" ? 1 : 0, repeats)
  }
  /** Reads to the end of a group, or of the pattern. */
  const alternatives = (): string => {
    let [text, isFirst] = ["", true]
    for (let found = take(token); found !== null && found[0] !== ")"; found = take(token)) {
      const [part] = found
      if (part === "|") isFirst = false
      if ("|^$".includes(part) || /^\\[bB]$/.test(part)) continue
      const isGroup = part.startsWith("(")
      const inner = isGroup ? alternatives() : /^[\\[.]/.test(part) ? characterOf(part) : part
      const own = /^\(\?<?[=!]/.test(part) ? "" : inner
      const repeated = own.repeat(Math.min(times(), Math.ceil(maxLength / (own.length || 1))))
      if (isFirst && text.length < maxLength) text += repeated
    }
    return text
  }
  return alternatives().slice(0, maxLength)
}
