// Adds a query string to an operation's path.
// Source: §4.4, §4.5, §4.11.

/** The parameters of a query; undefined ones are left out. */
export interface Query {
  readonly [name: string]: string | number | undefined
}

/** `encodeURIComponent` throws on lone surrogates, which no id or token has. */
const encode = (value: string | number): string => encodeURIComponent(String(value).toWellFormed())

/** Throws a TypeError for a path that would change the host of the base URL, and tell it the key. */
export const checkPath = (name: string, path: string): void => {
  if (path[0] !== "/") throw new TypeError(`${name}: expected a path that begins with /`)
}

/** The operation with a query string. */
export const withQuery = <O extends { readonly path: string }>(operation: O, query: Query): O => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encode(name)}=${encode(value)}`]
  )
  if (pairs.length === 0) return operation
  const separator = operation.path.includes("?") ? "&" : "?"
  return { ...operation, path: `${operation.path}${separator}${pairs.join("&")}` }
}
