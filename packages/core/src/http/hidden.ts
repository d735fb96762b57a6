// Takes the key, and what a request held, out of a server's words.
// Source: none; Assumed: ours.

/** Hides in a server's words what nobody may see. */
export type Hide = (words: string) => string

/** Hides nothing: there is no request to hide. */
export const asTheyAre: Hide = (words) => words

/** Shorter texts are words that a message may well hold by itself. */
const shortest = { key: 8, text: 16 }

const mark = "<redacted>"

/** The texts of a request, but for the model it names. */
const textsOf = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null && !ArrayBuffer.isView(value)
      ? Object.values(value).flatMap(textsOf)
      : []

/** Puts a mark where a text begins to stand, for as long as it goes on: servers repeat the start of long ones. */
const without = (words: string, text: string): string => {
  const start = text.slice(0, shortest.text)
  for (let at = words.indexOf(start); at >= 0; at = words.indexOf(start, at)) {
    let length = start.length
    while (length < text.length && words[at + length] === text[length]) length++
    words = words.slice(0, at) + mark + words.slice(at + length)
  }
  return words
}

/** The words without a key of 8 characters or more, and without the request's texts of 16 or more. */
export const hidden = (words: string, request: unknown, key = ""): string =>
  [
    ...(key.length < shortest.key ? [] : [key]),
    ...Object.entries(Object(request))
      .flatMap(([name, value]) => (name === "model" ? [] : textsOf(value)))
      .filter(({ length }) => length >= shortest.text)
  ].reduce(without, words)
