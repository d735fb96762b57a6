// The name of a PostgreSQL for people.
import type * as Redacted from "effect/Redacted"
import { parseDatabaseUrl } from "./postgresUrl.ts"

/** The database of a URL as it may be shown: without user and password, and of its parameters only `host` and `port`. */
export const databaseName = (url: Redacted.Redacted): string => {
  const { host, pathname, searchParams } = parseDatabaseUrl(url)
  const [place, port] = [searchParams.get("host"), searchParams.get("port")]
  const shown = [...(place === null ? [] : [`host=${place}`]), ...(port === null ? [] : [`port=${port}`])]
  const name = `postgres://${place === null ? host : ""}${pathname}`
  return shown.length === 0 ? name : `${name}?${shown.join("&")}`
}
