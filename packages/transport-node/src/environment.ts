// Settings of a client that may stand in the environment.
// Source: none; Assumed: ours.

/**
 * What is not given in code and stands in `LEADLINE_API_KEY`, `LEADLINE_BASE_URL` and `LEADLINE_LOG`. Empty counts as
 * not set.
 */
export const settings = (): {
  readonly apiKey: string | undefined
  readonly baseUrl: string | undefined
  readonly logLevel: string | undefined
} => ({
  apiKey: process.env["LEADLINE_API_KEY"] || undefined,
  baseUrl: process.env["LEADLINE_BASE_URL"] || undefined,
  logLevel: process.env["LEADLINE_LOG"] || undefined
})
