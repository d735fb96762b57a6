// The target of a request: its path as the runtime gives it, and its query. What is encoded is read by `URLSearchParams`,
// which every supported runtime has.

declare const URLSearchParams: new (query: string) => Iterable<readonly [name: string, value: string]>

const parts = /^https?:\/\/[^/?#]*([^#]*)/i

/** Path and query of an http or https URL as they were sent, not normalised; undefined if it is none. */
export const requestTarget = (url: string): string | undefined => {
  const target = parts.exec(url)?.[1]
  return target === undefined || target.startsWith("/") ? target : `/${target}`
}

/** Values by name, from a path or a query. */
export interface Values {
  readonly [name: string]: string | ReadonlyArray<string>
}

/** No values. */
export const none: Values = {}

/** ASCII without spaces, `%`, `+` and `#`: text that needs no decoding. */
const plain = /^[!-"$&-*,-~]*$/

/** The names and values of a query. */
const pairsOf = (query: string): Iterable<readonly [name: string, value: string]> => {
  // It leaves out one question mark.
  if (!plain.test(query)) return new URLSearchParams(`?${query}`)
  return query
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const end = pair.indexOf("=")
      return end < 0 ? [pair, ""] : [pair.slice(0, end), pair.slice(end + 1)]
    })
}

/** The query of a request target, by name; a name that is given twice has all its values. */
export const queryOf = (target: string): Values => {
  const start = target.indexOf("?")
  if (start < 0) return none
  const end = target.indexOf("#", start)
  const values = new Map<string, string | Array<string>>()
  for (const [name, value] of pairsOf(target.slice(start + 1, end < 0 ? undefined : end))) {
    const before = values.get(name)
    if (before === undefined) values.set(name, value)
    else if (typeof before === "string") values.set(name, [before, value])
    else before.push(value)
  }
  return Object.fromEntries(values)
}

/** Is it one of the paths that clients of OpenAI call, when their base URL ends in `/openai/v1`? */
export const isOpenAiPath = (path: string): boolean => path.startsWith("/openai/v1/")
