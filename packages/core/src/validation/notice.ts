// The header by which an engine says what it could not use of a request.
// Assumed: ours, a header of this server.
import * as Effect from "effect/Effect"
import { CurrentRequest } from "./ServedRequest.ts"

/** The header: one notice, or several separated by commas. */
export const noticeHeader = "x-leadline-notice"

/** All notices. */
export const notices = [
  "chunk-context-shortened",
  "files-ignored",
  "filters-ignored",
  "images-ignored",
  "language-unsupported",
  "options-in-rounds",
  "prompted-probabilities"
] as const

/**
 * What of a request the engine did otherwise: images or files that it cannot see, a language it does not know, filters
 * that its search service lacks, probabilities that the model wrote, chunks embedded with the text around them instead of
 * the whole document, a choice asked in rounds because its server takes fewer options at a time.
 */
export type Notice = (typeof notices)[number] | NotFoundNotice | IgnoredNotice

/** Names what a text does not hold of a JSON Schema, by JSON pointers: `not-found=/phone,/address/zip`. */
export type NotFoundNotice = `not-found=${string}`

/** Names fields of a request of OpenAI that were not used: `ignored=seed,user`. */
export type IgnoredNotice = `ignored=${string}`

/** Characters of the list of a notice, at most. */
const maxList = 1_000

/** Names separated by commas; a list of too many ends with `,…`, encoded as all that is not ASCII. */
const listed = (names: ReadonlyArray<string>): string => {
  let text = ""
  for (const name of names) {
    // Encoding makes no name shorter, so that the end of a long one is not looked at.
    const encoded = encodeURI(name.slice(0, maxList + 1).toWellFormed()).replaceAll(",", "%2C")
    if (text.length + encoded.length > maxList) return `${text}${encodeURI(",…")}`
    text += text === "" ? encoded : `,${encoded}`
  }
  return text
}

/** The notice of these JSON pointers. */
export const notFoundNotice = (pointers: ReadonlyArray<string>): NotFoundNotice =>
  `not-found=${listed(pointers.map((pointer) => (pointer === "" ? "/" : pointer)))}`

/** The notice of these fields. */
export const ignoredNotice = (fields: ReadonlyArray<string>): IgnoredNotice => `ignored=${listed(fields)}`

/** Is it a notice of this contract? */
export const isNotice = (text: string): text is Notice =>
  notices.some((notice) => notice === text) || /^(?:not-found|ignored)=[!-~]{0,1100}$/.test(text)

/** The value of the header with further notices, each once. */
export const joinNotices = (own: string | undefined, more: string): string =>
  [...new Set([...(own?.split(", ") ?? []), ...more.split(", ")])].join(", ")

/** Adds a notice to those of the current HTTP request; does nothing outside one. */
export const addNotice = (notice: Notice): Effect.Effect<void> =>
  Effect.withFiber((fiber) =>
    Effect.sync(() =>
      fiber
        .getRef(CurrentRequest)
        ?.addHeaders((own) => ({ [noticeHeader]: joinNotices(own[noticeHeader], notice) }))
    )
  )
