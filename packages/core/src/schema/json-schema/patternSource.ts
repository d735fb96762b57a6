// Callers' patterns as regular expressions with the flag `u`, which JSON Schema asks for.

/** Characters that may be escaped with the flag `u`, beside letters and digits with a meaning of their own. */
const syntax = /[\^$\\.*+?()[\]{}|/a-zA-Z0-9]/

const isValid = (source: string): boolean => {
  try {
    return new RegExp(source, "u") instanceof RegExp
  } catch {
    return false
  }
}

/** Writes what is literal without the flag so that it is literal with it: `\-`, `\_`, and a `-` beside `\w` in a class. */
const rewritten = (source: string): string => {
  let made = ""
  let isClass = false
  // A class of characters has no end of a range.
  let afterSet = false
  for (let at = 0; at < source.length; at++) {
    const sign = source[at] ?? ""
    const next = source[at + 1] ?? ""
    if (sign === "\\") {
      at++
      if (next === "-") made += isClass ? "\\-" : "-"
      else made += syntax.test(next) ? sign + next : next
      afterSet = isClass && /[wdsWDSpP]/.test(next)
    } else if (isClass && sign === "-" && (afterSet || /^\\[wdsWDS]/.test(source.slice(at + 1, at + 3)))) {
      made += "\\-"
      afterSet = false
    } else {
      if (sign === "[") isClass = true
      if (sign === "]") isClass = false
      made += sign
      afterSet = false
    }
  }
  return made
}

/** The source of a pattern for `RegExp` with the flag `u`; undefined where it is none. It is only read, not matched. */
export const patternSource = (pattern: string): string | undefined => {
  if (isValid(pattern)) return pattern
  const source = rewritten(pattern)
  return isValid(source) ? source : undefined
}
