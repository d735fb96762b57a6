// Settings of a client that may stand in the environment.
// Source: none; Assumed: ours.

import { isLogLevel, type LogLevel } from "@leadline/core/client"

const levelOf = (text: string): LogLevel => {
  if (isLogLevel(text)) return text
  throw new TypeError("LEADLINE_LOG: expected off, error, warn, info or debug")
}

/**
 * What is not given in code and stands in `LEADLINE_API_KEY`, `LEADLINE_BASE_URL` and `LEADLINE_LOG`. Empty counts as
 * not set. Throws a TypeError for a level that is none.
 */
export const settings = (): {
  readonly apiKey: string | undefined
  readonly baseUrl: string | undefined
  readonly logLevel: LogLevel | undefined
} => ({
  apiKey: process.env["LEADLINE_API_KEY"] || undefined,
  baseUrl: process.env["LEADLINE_BASE_URL"] || undefined,
  logLevel: process.env["LEADLINE_LOG"] ? levelOf(process.env["LEADLINE_LOG"]) : undefined
})
