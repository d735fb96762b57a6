// The text printed after a start: the URL, the first API key, and a request to try.
import type { EnsuredKey } from "@leadline/store-sql"
import * as Redacted from "effect/Redacted"
import type { Paragraph } from "../logging/logs.ts"

const exampleBody = JSON.stringify({
  model: "decider-27b",
  state: "I was charged twice for March. Please pay the second charge back.",
  questions: {
    refund: { type: "noul", instructions: "Should the second charge be paid back?" },
    team: { type: "choice", criteria: { billing: "Invoices and refunds", technical: "Bugs and outages" } },
    mood: { type: "score", criteria: ["calm", "annoyed", "furious"] }
  }
})

const curl = (baseUrl: string, authorization: string): ReadonlyArray<Paragraph> => [
  {
    lines: [
      "Try a request:",
      "",
      `  curl ${baseUrl}/v1/decisions \\`,
      `    -H ${authorization} \\`,
      `    -d '${exampleBody}'`
    ],
    separator: "\n"
  }
]

/** How many documents are searched, and of what. */
export const searched = (
  count: number,
  otherKinds: number,
  folder = "the documentation of Leadline"
): string => {
  const kinds = count === 0 || otherKinds > 0 ? ": Markdown, HTML and text files are read" : ""
  return `${count} of ${folder}${kinds}${otherKinds > 0 ? `; files of other kinds: ${otherKinds}` : ""}`
}

const keyFromEnvironment = `"Authorization: Bearer $LEADLINE_API_KEY"`

/** What is shown with the address of the server. */
export interface BannerOptions {
  /** The database, without user and password. Default: none is shown, as it is in the data directory. */
  readonly database?: string | undefined
  /** How many documents are searched, and of what. Default: none is shown. */
  readonly documents?: string | undefined
  /** The backends that answer, with their kinds. Default: none is shown. */
  readonly backends?: string | undefined
  /** The file with the first API key. Default: it is in no file, and is shown. */
  readonly keyFile?: string | undefined
  /** The key of a server in memory. Default: the server keeps its keys. */
  readonly knownKey?: string | undefined
}

const aboutKey = (
  baseUrl: string,
  key: EnsuredKey,
  { keyFile, knownKey }: BannerOptions
): ReadonlyArray<Paragraph> => {
  if (knownKey !== undefined) {
    return [
      { lines: [`All is kept in memory, and gone when the server stops. The API key is ${knownKey}`] },
      ...curl(baseUrl, `"Authorization: Bearer ${knownKey}"`)
    ]
  }
  switch (key._tag) {
    case "Created": {
      const text = Redacted.value(key.key)
      return keyFile === undefined
        ? [
            { lines: [`Your API key, shown only once: ${text}`] },
            ...curl(baseUrl, `"Authorization: Bearer ${text}"`)
          ]
        : [
            { lines: [`Your API key is in the file ${keyFile}: store it elsewhere, then delete the file.`] },
            ...curl(baseUrl, `"Authorization: Bearer $(cat '${keyFile}')"`)
          ]
    }
    case "Existing":
      return [
        { lines: ["The store has API keys. If you lost them, leadline keys create creates another."] },
        ...curl(baseUrl, keyFromEnvironment)
      ]
    case "Refused": {
      const text =
        "The key in LEADLINE_API_KEY is revoked or expired: requests with it get 401. Set another one."
      return [{ lines: [text], level: "warn" }]
    }
    case "Known":
    case "Registered": {
      const weak = "The key in LEADLINE_API_KEY has fewer than 20 characters: it can be guessed."
      return [
        ...(key.weak ? [{ lines: [weak], level: "warn" } as const] : []),
        { lines: ["The key in LEADLINE_API_KEY is valid."] },
        ...curl(baseUrl, keyFromEnvironment)
      ]
    }
  }
}

/** The URL to show: a wildcard address is shown as loopback. */
export const shownUrl = (url: string): string =>
  url.replace("://0.0.0.0", "://127.0.0.1").replace("://[::]", "://[::1]")

/** Where the admin port answers, and what. */
export const adminParagraph = (hasAdminApi: boolean, url: string): Paragraph => ({
  lines: [hasAdminApi ? `Probes, metrics and admin API: ${url}` : `Probes and metrics: ${url}/-/`]
})

/** The text after a start. It contains an API key only if that key was created now, and is in no file, or is no secret. */
export const banner = (
  baseUrl: string,
  key: EnsuredKey,
  options: BannerOptions = {}
): ReadonlyArray<Paragraph> => [
  {
    lines: [
      `Leadline answers on ${baseUrl}`,
      `Documentation: ${baseUrl}/docs`,
      ...(options.documents === undefined ? [] : [`Documents: ${options.documents}`]),
      ...(options.backends === undefined ? [] : [`Backends: ${options.backends}`]),
      ...(options.database === undefined ? [] : [`Database: ${options.database}`])
    ]
  },
  ...aboutKey(baseUrl, key, options)
]
