// Why PostgreSQL fails, in words for the operator that name no user, password or value.
import * as Predicate from "effect/Predicate"
import type * as SqlError from "effect/sql/SqlError"

const wrongHost = "its host has no address"
const unknownAuthority =
  "the authority of its certificate is not known: name its PEM file in sslrootcert, or in NODE_EXTRA_CA_CERTS"
const expired = "its certificate is not valid today"
const clientCertificate = "it refuses the certificate of the client: set sslcert and sslkey"
const wrongProxy =
  "a proxy in front of it changes the connection between statements: set pool_mode = session in PgBouncer"

/** By the code of PostgreSQL, or of Node for its socket and its TLS. */
const reasons = new Map<unknown, string>([
  ["26000", wrongProxy],
  [
    "28000",
    "it has no such user, or its pg_hba.conf asks for another address, certificate or TLS of this user"
  ],
  ["28P01", "it refuses the user or the password"],
  ["3D000", "it does not exist"],
  ["42501", "the user has no right to it"],
  ["42P05", wrongProxy],
  ["53300", "it has too many connections"],
  ["57P03", "it is starting or stopping"],
  ["EAI_AGAIN", wrongHost],
  ["ECONNREFUSED", "nothing listens on its host and port"],
  ["ENOENT", "its Unix socket does not exist"],
  ["ENOTFOUND", wrongHost],
  ["CERT_HAS_EXPIRED", expired],
  ["CERT_NOT_YET_VALID", expired],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", unknownAuthority],
  ["SELF_SIGNED_CERT_IN_CHAIN", unknownAuthority],
  ["UNABLE_TO_GET_ISSUER_CERT", unknownAuthority],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", unknownAuthority],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", unknownAuthority],
  [
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "its certificate is that of another host: write the host as the certificate does, or set sslmode=verify-ca"
  ],
  ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", clientCertificate],
  ["ERR_SSL_TLSV1_ALERT_UNKNOWN_CA", clientCertificate]
])

/** By what the driver says where no code does. */
const driverReasons = new Map<string, string>([
  ["No password configured", "it asks for a password, and its URL has none"],
  ["No username configured", "its URL names no user"],
  ["Server refused TLS", "it has no TLS: set ssl = on there, or take sslmode out of the URL"]
])

const maxLength = 200

/** Classes whose messages quote values or users: 08 a proxy that passes on a login, 22 data, 28 users. */
const quoting = /^(?:08|22|28)/

/** The text of PostgreSQL in one line. */
const oneLine = (code: string, text: string): string =>
  (quoting.test(code) ? text.replace(/".*"/s, '"…"') : text)
    .replaceAll(/[\p{C}\p{Z}]+/gu, " ")
    .slice(0, maxLength)

/** What PgBouncer says of a parameter that it does not know; its name. */
const startupParameter = /unsupported startup parameter(?: in options)?: (\w+)/

const refusedParameter = (text: string): string | undefined => {
  const name = startupParameter.exec(text)?.[1]
  if (name === undefined) return undefined
  return name === "options" || text.includes(" in options")
    ? "PgBouncer refuses the options of the URL: set them by ALTER ROLE … SET"
    : `PgBouncer refuses ${name}: set ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout there`
}

/** Why a statement or a connection failed; for other failures the SQLSTATE and the text of PostgreSQL, or the driver's. */
export const reasonOf = (error: SqlError.SqlError): string => {
  const { cause } = error.reason
  const code = Predicate.hasProperty(cause, "code") ? cause.code : undefined
  const known = reasons.get(code)
  if (known !== undefined) return `${known} (${String(code)})`
  // Fields of an answer of PostgreSQL, which an error of Node does not have.
  if (cause instanceof Error && Predicate.hasProperty(cause, "severity") && typeof code === "string") {
    return `${refusedParameter(cause.message) ?? oneLine(code, cause.message)} (${code})`
  }
  const [, driver] = /^PgConnection: (.*)$/s.exec(error.message) ?? []
  if (driver === undefined) return error.message
  return driverReasons.get(driver) ?? (typeof code === "string" ? `${driver} (${code})` : driver)
}
