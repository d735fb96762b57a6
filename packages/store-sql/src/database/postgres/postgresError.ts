// Why PostgreSQL fails, in words for the operator that name no user, password or value.
// Source: §3, §5; Assumed: ours, the document says nothing of stores.
import * as Predicate from "effect/Predicate"
import type * as SqlError from "effect/sql/SqlError"

const wrongUser = "it refuses the user or the password"
const wrongHost = "its host has no address"

/** By the code of PostgreSQL, or of Node for its socket. */
const reasons = new Map<unknown, string>([
  ["28000", wrongUser],
  ["28P01", wrongUser],
  ["3D000", "it does not exist"],
  ["42501", "the user has no right to it"],
  ["53300", "it has too many connections"],
  ["57P03", "it is starting or stopping"],
  ["EAI_AGAIN", wrongHost],
  ["ECONNREFUSED", "nothing listens on its host and port"],
  ["ENOENT", "its Unix socket does not exist"],
  ["ENOTFOUND", wrongHost]
])

/** Why a statement or a connection failed; what the driver says of other failures. */
export const reasonOf = (error: SqlError.SqlError): string => {
  const { cause } = error.reason
  return (Predicate.hasProperty(cause, "code") ? reasons.get(cause.code) : undefined) ?? error.message
}
