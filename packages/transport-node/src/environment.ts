// Client settings from environment variables.
import { isLogLevel, type LogLevel } from "@leadline/core/client"

const logLevel = (): LogLevel | undefined => {
  const level = process.env["LEADLINE_LOG"]?.toLowerCase()
  return isLogLevel(level) ? level : undefined
}

/**
 * The defaults in `LEADLINE_API_KEY`, `LEADLINE_BASE_URL` and `LEADLINE_LOG`. An empty variable counts as not set, and so
 * does an unknown log level.
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
