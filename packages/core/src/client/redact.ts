// Takes the key, and what a request held, out of a server's words.

/** Hides in a server's words what nobody may see. */
export type Redact = (words: string) => string

/** Hides nothing: there is no request to hide. */
export const noRedaction: Redact = (words) => words

/** Characters. A shorter text is one that a message may well hold by itself. */
const shortest = 12

/** The texts in a request. */
const textsOf = (value: unknown): ReadonlyArray<unknown> =>
  typeof value === "object" && !ArrayBuffer.isView(value)
    ? Object.values(value ?? {}).flatMap(textsOf)
    : [value]

/** Puts a mark where a text begins to stand, for as long as it goes on: servers repeat the start of long ones. */
const without = (words: string, text: unknown): string => {
  if (typeof text !== "string" || text.length < shortest) return words
  const start = text.slice(0, shortest)
  for (let at = words.indexOf(start); at >= 0; at = words.indexOf(start, at)) {
    let end = shortest
    while (end < text.length && words[at + end] === text[end]) end++
    words = words.slice(0, at) + "<redacted>" + words.slice(at + end)
  }
  return words
}

/** The words without the key, and without the request's texts of 12 characters or more, but for the model it names. */
export const redact = (words: string, request: unknown, key: unknown): string =>
  [key, ...textsOf({ ...Object(request), model: 0 })].reduce<string>(without, words)
