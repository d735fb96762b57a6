// Redacts the key and the texts of a request from a server's message.
import { minRedactedLength } from "./defaults.ts"

const textsOf = (value: unknown): ReadonlyArray<unknown> =>
  typeof value === "object" && !ArrayBuffer.isView(value)
    ? Object.values(value ?? {}).flatMap(textsOf)
    : [value]

/** Redacts a text wherever its beginning occurs, for as long as it goes on: servers repeat the start of long texts. */
const without = (message: string, text: unknown): string => {
  if (typeof text !== "string" || text.length < minRedactedLength) return message
  const start = text.slice(0, minRedactedLength)
  for (let at = message.indexOf(start); at >= 0; at = message.indexOf(start, at)) {
    let end = minRedactedLength
    while (end < text.length && message[at + end] === text[end]) end++
    message = message.slice(0, at) + "<redacted>" + message.slice(at + end)
  }
  return message
}

/** A message without the key and the request's texts of 12 characters or more; the model's name stays. */
export const redact = (message: string, request: unknown, key: unknown): string =>
  [key, ...textsOf({ ...Object(request), model: 0 })].reduce<string>(without, message)
