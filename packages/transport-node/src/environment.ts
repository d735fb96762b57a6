// Settings of a client that may stand in the environment.
import { isLogLevel, type LogLevel } from "@leadline/core/client"

const logLevel = (): LogLevel | undefined => {
  const level = process.env["LEADLINE_LOG"]?.toLowerCase()
  return isLogLevel(level) ? level : undefined
}

/**
 * What is not given in code and stands in `LEADLINE_API_KEY`, `LEADLINE_BASE_URL` and `LEADLINE_LOG`. Empty counts as
 * not set, and so does a log level that is none.
 */
export const settings = (): {
  readonly apiKey: string | undefined
  readonly baseUrl: string | undefined
  readonly logLevel: LogLevel | undefined
} => ({
  apiKey: process.env["LEADLINE_API_KEY"] || undefined,
  baseUrl: process.env["LEADLINE_BASE_URL"] || undefined,
  logLevel: logLevel()
})
