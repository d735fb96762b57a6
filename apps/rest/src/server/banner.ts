// What the person who starts the server sees: where it is, the first key, and a request to paste.
import type { EnsuredKey } from "@leadline/store-sql"
import * as Redacted from "effect/Redacted"

const example = JSON.stringify({
  model: "decider-27b",
  state: "I was charged twice for March. Please pay the second charge back.",
  questions: {
    refund: { type: "noul", instructions: "Does the writer ask for money back?" },
    team: { type: "choice", criteria: { billing: "Invoices and refunds", technical: "Bugs and outages" } },
    mood: { type: "score", criteria: ["calm", "annoyed", "furious"] }
  }
})

const curl = (baseUrl: string, authorization: string): ReadonlyArray<string> => [
  "Ask it something:",
  "",
  `  curl ${baseUrl}/v1/decisions \\`,
  `    -H ${authorization} \\`,
  `    -d '${example}'`,
  ""
]

const fromEnvironment = `"Authorization: Bearer $LEADLINE_API_KEY"`

/** The text after a start. The key is in it only when it was made now: it is shown once. */
export const banner = (baseUrl: string, first: EnsuredKey): string => {
  const lines = ["", `Leadline answers on ${baseUrl}`, ""]
  switch (first._tag) {
    case "Made": {
      const key = Redacted.value(first.key)
      lines.push(
        `Your API key, shown this once: ${key}`,
        "",
        ...curl(baseUrl, `"Authorization: Bearer ${key}"`)
      )
      break
    }
    case "Kept":
      lines.push(
        "API keys of earlier starts are in use. Lost them? Start with LEADLINE_API_KEY set to one of your own.",
        "",
        ...curl(baseUrl, fromEnvironment)
      )
      break
    case "Refused":
      lines.push("LEADLINE_API_KEY is revoked or expired: requests with it get 401. Set another one.", "")
      break
    case "Known":
    case "Registered":
      if (first.weak) lines.push("LEADLINE_API_KEY is shorter than 20 characters: it can be guessed.", "")
      lines.push("The key of LEADLINE_API_KEY is accepted.", "", ...curl(baseUrl, fromEnvironment))
  }
  return lines.join("\n")
}
