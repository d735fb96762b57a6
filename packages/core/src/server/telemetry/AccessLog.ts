// One line for each request that is over, with ids and numbers only.
import * as Context from "effect/Context"

/** One line: no path as it came, no query, header, body or key. Times are milliseconds; null: does not apply. */
export interface Entry {
  /** RFC 3339, when the request was over. */
  readonly ts: string
  readonly level: "info" | "error"
  readonly request_id: string
  readonly method: string
  /** The template of the path, or `none`. */
  readonly route: string
  /** 499 when the caller was gone before the answer. */
  readonly status: number
  /** The `type` of the failure, as in the error object of its response. */
  readonly error: string | null
  readonly ms: number
  /** To the first byte of the body of a stream. */
  readonly first_byte_ms: number | null
  readonly bytes_in: number
  readonly bytes_out: number
  readonly group: string | null
  /** The public id of the key. */
  readonly key_id: string | null
  /** The address of the caller, or its network, as `logAddresses` of the server settings says; missing with `off`. */
  readonly address?: string | null
  readonly engine: string | null
  /** Requests made to a service beneath. */
  readonly attempts: number
  /** Events of a stream. */
  readonly events: number
  /** Did the caller leave before the end? */
  readonly aborted: boolean
}

// Assumed: ours.
/** Takes the lines; undefined, the default: there is no access log. Must not block or throw. */
export const AccessLog = Context.Reference<((entry: Entry) => void) | undefined>(
  "@leadline/core/server/AccessLog",
  { defaultValue: () => undefined }
)
