// Redacts the secrets and the texts of a request from what a server says.
import type { Redact } from "../errors/fromStatus.ts"
import { decodeLenient } from "../protocol/utf8.ts"
import { maxRedactedValues, minRedactedLength } from "./defaults.ts"
import type { TransportRequest } from "./Transport.ts"

/** Texts in order, without the short ones: those would take from a message words of its own. */
const sorted = (values: ReadonlyArray<unknown>): ReadonlyArray<string> =>
  values
    .filter((value): value is string => typeof value === "string" && value.length >= minRedactedLength)
    .toSorted()

/** The key, and the given headers with each of their words; not ids, which servers repeat. */
export const secretsOf = (
  key: string | undefined,
  headers: TransportRequest["headers"] = {}
): ReadonlyArray<string> =>
  sorted([
    key,
    ...Object.entries(headers).flatMap(([name, value]) =>
      /\bid$/i.test(name) ? [] : [value, ...value.split(" ")]
    )
  ])

/** The texts of a query and of a body. Names of models stay, and names of fields unless they are sentences. */
const textsOf = ({ body, headers, url }: TransportRequest): ReadonlyArray<unknown> => {
  const values: Array<unknown> = url
    .split(/[?&][^=]*=/)
    .map(decodeURIComponent)
    .slice(1)
  if (body && headers["content-type"] === "application/json")
    JSON.parse(typeof body === "string" ? body : decodeLenient(body), (name, value: unknown) => {
      if (name !== "model") values.push(value, /[^\w-]/.test(name) && name)
      if (values.length > maxRedactedValues) throw RangeError()
      return value
    })
  return values
}

/** Redacts sorted texts wherever their beginnings occur, for as long as they go on: servers repeat the start of long texts. */
const without = (message: string, texts: ReadonlyArray<string>): string => {
  let clean = ""
  while (message) {
    const shared = (text = ""): number => {
      let length = 0
      while (length < text.length && text[length] === message[length]) length++
      return length
    }
    let low = 0
    let high = texts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((texts[middle] ?? "") < message) low = middle + 1
      else high = middle
    }
    // The text that begins most like the message is beside the message's own place.
    const length = Math.max(shared(texts[low - 1]), shared(texts[low]))
    const isFound = length >= minRedactedLength
    clean += isFound ? "<redacted>" : message[0]
    message = message.slice(isFound ? length : 1)
  }
  return clean
}

/** Redacts the secrets and texts of a request; an empty text where they are too many. */
export const redactor = (request: TransportRequest, secrets: ReadonlyArray<string>): Redact => {
  let texts: ReadonlyArray<string> | false | undefined
  return (message) => {
    try {
      texts ??= sorted([...secrets, ...textsOf(request)])
    } catch {
      texts = false
    }
    return texts ? without(message, texts) : ""
  }
}
