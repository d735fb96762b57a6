// The URL of a PostgreSQL as libpq reads it, and what is wrong with one, in words that show nothing of it.
import * as Redacted from "effect/Redacted"
import { StoreError } from "../StoreError.ts"

const expected =
  "expected a URL like postgres://user:password@host:5432/database?sslmode=verify-full, special characters as %XX"

/** Parameters of a URL; `host` and `port` take the place of those before the path. */
const parameters =
  "sslmode sslrootcert sslcert sslkey options application_name connect_timeout host port".split(" ")

const shape =
  /^(?<scheme>postgres(?:ql)?:\/\/)(?<user>[^/?#]*@)?(?<place>[^/?#]*)(?<path>[^?#]*)(?<rest>\S*)$/

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

const isPort = (text: string): boolean =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535

/** What is wrong with a URL; else the URL, whose host is `localhost` where it names none. */
const parse = (text: string): string | URL => {
  const { path = "", place = "", rest = "", scheme, user = "" } = shape.exec(text)?.groups ?? {}
  if (scheme === undefined) return expected
  if (/%(?![\da-f]{2})/i.test(text)) return "a % is not followed by two hex digits: write a % itself as %25"
  if (!isDecodable(text)) return "its %XX are not those of UTF-8"
  if (path.includes("@") || rest.includes("#") || (user === "" && rest.includes("@"))) {
    return "write / ? # and @ of a user or password as %2F %3F %23 and %40"
  }
  const query = new URLSearchParams(rest)
  const { host = "", port } = /^(?<host>\[[^\]]*\]|[^:]*)(?::(?<port>.*))?$/s.exec(place)?.groups ?? {}
  if (`${place}${query.get("host")}`.includes(",")) {
    return "it names several hosts: expected one, whose name or address follows the primary"
  }
  if (![port, query.get("port")].every((each) => (each ?? "") === "" || isPort(String(each)))) {
    return "its port is not a number from 1 to 65535"
  }
  if (/^\/?$/.test(path)) return "it names no database: add its name to the host, like /leadline"
  const unknown = [...query.keys()].find((name) => !parameters.includes(name))
  if (unknown !== undefined) return `unknown parameter "${unknown}": expected ${parameters.join(", ")}`
  const whole = `${scheme}${user}${host === "" ? "localhost" : ""}${place}${path}${rest}`
  return /^\/[^/]+$/.test(path) && URL.canParse(whole) ? new URL(whole) : expected
}

/** What is wrong with the URL of a PostgreSQL, without anything that it may hold; undefined: nothing. */
export const databaseUrlProblem = (url: Redacted.Redacted): string | undefined => {
  const parsed = parse(Redacted.value(url))
  return typeof parsed === "string" ? parsed : undefined
}

/** The parts of the URL of a PostgreSQL. Throws a {@link StoreError} that says what is wrong with it. */
export const parseDatabaseUrl = (url: Redacted.Redacted): URL => {
  const parsed = parse(Redacted.value(url))
  if (typeof parsed !== "string") return parsed
  throw new StoreError({ message: `The database URL: ${parsed}.` })
}
