// The name of a PostgreSQL for people.
import * as Redacted from "effect/Redacted"

/** The database of a URL as it may be shown: without user, password and parameters. */
export const databaseName = (url: Redacted.Redacted): string => {
  const { host, pathname } = new URL(Redacted.value(url))
  return `postgres://${host}${pathname}`
}
