// The query of an address.
// Source: §4.4, §4.5, §4.11.

/** What is undefined is left out. */
export interface Query {
  readonly [name: string]: string | number | undefined
}

/** Half of a character has no form in an address; no id or token holds one. */
const escaped = (value: string | number): string =>
  encodeURIComponent(String(value).replace(/[\ud800-\udfff]/gu, "\ufffd"))

/** The same operation with a query. */
export const withQuery = <O extends { readonly path: string }>(operation: O, query: Query): O => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${escaped(value)}`]
  )
  return pairs.length === 0 ? operation : { ...operation, path: `${operation.path}?${pairs.join("&")}` }
}
