// The query of a request target, read by `URLSearchParams`, which every supported runtime has.

declare const URLSearchParams: new (query: string) => Iterable<readonly [name: string, value: string]>

/** Values by name, from a path or a query. */
export interface Values {
  readonly [name: string]: string | ReadonlyArray<string>
}

/** No values. */
export const none: Values = {}

/** The query of a request target, by name; a name that is given twice has all its values. */
export const queryOf = (target: string): Values => {
  const start = target.indexOf("?")
  if (start < 0) return none
  const end = target.indexOf("#", start)
  const values = new Map<string, string | Array<string>>()
  // It leaves out the question mark.
  for (const [name, value] of new URLSearchParams(target.slice(start, end < 0 ? undefined : end))) {
    const before = values.get(name)
    if (before === undefined) values.set(name, value)
    else if (typeof before === "string") values.set(name, [before, value])
    else before.push(value)
  }
  return Object.fromEntries(values)
}
