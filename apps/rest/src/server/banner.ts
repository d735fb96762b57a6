// The text printed after a start: the URL, the first API key, and a request to try.
import type { EnsuredKey } from "@leadline/store-sql"
import * as Redacted from "effect/Redacted"

const exampleBody = JSON.stringify({
  model: "decider-27b",
  state: "I was charged twice for March. Please pay the second charge back.",
  questions: {
    refund: { type: "noul", instructions: "Should the second charge be paid back?" },
    team: { type: "choice", criteria: { billing: "Invoices and refunds", technical: "Bugs and outages" } },
    mood: { type: "score", criteria: ["calm", "annoyed", "furious"] }
  }
})

const curl = (baseUrl: string, authorization: string): ReadonlyArray<string> => [
  "Try a request:",
  "",
  `  curl ${baseUrl}/v1/decisions \\`,
  `    -H ${authorization} \\`,
  `    -d '${exampleBody}'`,
  ""
]

const keyFromEnvironment = `"Authorization: Bearer $LEADLINE_API_KEY"`

/**
 * The text after a start. It contains an API key only if that key was created now, and is not in the file `keyFile`. `database` is shown
 * as it is.
 */
export const banner = (
  baseUrl: string,
  key: EnsuredKey,
  {
    database,
    keyFile
  }: { readonly database?: string | undefined; readonly keyFile?: string | undefined } = {}
): string => {
  const lines = ["", `Leadline answers on ${baseUrl}`, `Documentation: ${baseUrl}/docs`]
  if (database !== undefined) lines.push(`Database: ${database}`)
  lines.push("")
  switch (key._tag) {
    case "Created": {
      if (keyFile !== undefined) {
        lines.push(
          `Your API key is in the file ${keyFile}: store it elsewhere, then delete the file.`,
          "",
          ...curl(baseUrl, `"Authorization: Bearer $(cat '${keyFile}')"`)
        )
        break
      }
      const text = Redacted.value(key.key)
      lines.push(
        `Your API key, shown only once: ${text}`,
        "",
        ...curl(baseUrl, `"Authorization: Bearer ${text}"`)
      )
      break
    }
    case "Existing":
      lines.push(
        "The store has API keys. If you lost them, leadline keys create creates another.",
        "",
        ...curl(baseUrl, keyFromEnvironment)
      )
      break
    case "Refused":
      lines.push(
        "The key in LEADLINE_API_KEY is revoked or expired: requests with it get 401. Set another one.",
        ""
      )
      break
    case "Known":
    case "Registered":
      if (key.weak) {
        lines.push("The key in LEADLINE_API_KEY has fewer than 20 characters: it can be guessed.", "")
      }
      lines.push("The key in LEADLINE_API_KEY is valid.", "", ...curl(baseUrl, keyFromEnvironment))
  }
  return lines.join("\n")
}
