// Takes the absolute URL of a request apart, without normalizing any part.

const parts = /^(https?):\/\/([^/?#]*)([^#]*)/i

/** The parts of an http or https URL. */
export interface UrlParts {
  readonly scheme: "http" | "https"
  readonly authority: string
  /** Path and query, as they were sent. */
  readonly target: string
}

/** The parts of an absolute URL; undefined if it is none of http or https. */
export const splitUrl = (url: string): UrlParts | undefined => {
  const [, scheme, authority = "", rest = ""] = parts.exec(url) ?? []
  return scheme === undefined
    ? undefined
    : {
        scheme: scheme.toLowerCase() === "https" ? "https" : "http",
        authority,
        target: rest.startsWith("/") ? rest : `/${rest}`
      }
}
