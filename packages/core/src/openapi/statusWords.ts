// The statuses of answers in words.
import { bodyBytes } from "../contract/limits.ts"

/** The most that a body may have, as text. */
export const bodySize = `${bodyBytes / 2 ** 20} MiB`

/** What each status of an answer means, and what to do. */
export const words: { readonly [status: string]: string } = {
  200: "Done.",
  201: "Created.",
  204: "Done, with an empty body.",
  400: "The request is wrong. Fix it.",
  401: "The key is missing, wrong or revoked.",
  403: "The key may not do this.",
  404: "Nothing is there.",
  409: "The stored state has moved on. Read again, then write.",
  413: `The body is over ${bodySize}.`,
  422: "The request breaks its schema: every failure with its place.",
  429: "Over the request or token limit. Wait, then retry.",
  500: "The service failed. Retry with backoff.",
  502: "The model service was unreachable. Retry with backoff.",
  503: "The service is temporarily unavailable. Wait, then retry.",
  504: "The model did not answer in time, after about a minute. Retry, or send less."
}
