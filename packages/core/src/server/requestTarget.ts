// The target of a request whose runtime gives its absolute URL.

const parts = /^https?:\/\/[^/?#]*([^#]*)/i

/** Path and query of an http or https URL as they were sent, not normalised; undefined if it is none. */
export const requestTarget = (url: string): string | undefined => {
  const target = parts.exec(url)?.[1]
  return target === undefined || target.startsWith("/") ? target : `/${target}`
}
