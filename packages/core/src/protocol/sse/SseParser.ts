// Server-sent events from text as it comes, by the rules of the WHATWG; what is cut at the end is told.
// Source: §6; Assumed: ours for the limit.
import * as limits from "../../client/defaults.ts"

/** One event as it stood on the wire. */
export interface SseEvent {
  /** `message` when none was named. */
  readonly event: string
  readonly data: string
  /** The last id given, empty when none was. */
  readonly id: string
  /** The text ended before the blank line that ends an event: `data` may be a part, or empty. */
  readonly isTruncated: boolean
}

/** Reads one stream; whatever it finds is given at once. */
export interface SseParser {
  /** Takes the next text, wherever it was cut. Nothing is read behind what is too large. */
  readonly feed: (text: string) => void
  /** Closes an event that waits for its blank line. */
  readonly end: () => void
  /** Has an event, or anything else, begun and not ended? */
  readonly isPending: () => boolean
  /** Was there an event, or a line, over 1 MiB? */
  readonly isTooLarge: () => boolean
}

/** A line of data is its field's name longer than its data. */
const lineSize = limits.eventSize + "data: ".length

/** Begins to read: `retry:` lines are passed over, one byte order mark is dropped. */
export const makeSseParser = (give: (frame: SseEvent) => void): SseParser => {
  /** The line under way. */
  let held = ""
  /** Of the event under way. */
  let data: string | undefined
  let event = ""
  let id = ""
  let isFirst = true
  let isAfterReturn = false
  let isBetween = true
  let isCut = false
  let isTooLarge = false

  const close = (): void => {
    if (data !== undefined) give({ event: event === "" ? "message" : event, data, id, isTruncated: isCut })
    data = undefined
    event = ""
  }

  const readLine = (line: string): void => {
    isTooLarge = line.length > lineSize
    isBetween = line === ""
    if (isBetween) return close()
    if (isTooLarge) return
    const colon = line.indexOf(":")
    const name = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? "" : line.slice(colon + (line.charCodeAt(colon + 1) === 0x20 ? 2 : 1))
    if (name === "data") {
      data = data === undefined ? value : `${data}\n${value}`
      isTooLarge = data.length > limits.eventSize
    } else if (name === "event") event = value
    else if (name === "id" && !value.includes("\0")) id = value
  }

  return {
    isPending: () => !isBetween || held !== "",
    isTooLarge: () => isTooLarge,
    feed: (text) => {
      const { length } = text
      if (length === 0) return
      let at = isFirst && text.charCodeAt(0) === 0xfeff ? 1 : 0
      isFirst = false
      if (isAfterReturn && text.charCodeAt(at) === 0x0a) at++
      isAfterReturn = false
      let newline = -1
      let carriage = -1
      while (at < length && !isTooLarge) {
        // Each is looked for again only when it is passed, so that all searches together see a text once.
        if (newline < at && (newline = text.indexOf("\n", at)) < 0) newline = length
        if (carriage < at && (carriage = text.indexOf("\r", at)) < 0) carriage = length
        const end = newline < carriage ? newline : carriage
        if (end === length) break
        if (
          text.charCodeAt(end + 1) === 0x0a &&
          end === newline &&
          held === "" &&
          data === undefined &&
          text.startsWith("data: ", at) &&
          end - at <= lineSize
        ) {
          // Nearly all events: one line of data and a blank one.
          data = text.slice(at + 6, end)
          isBetween = true
          close()
          at = end + 2
        } else {
          const part = text.slice(at, end)
          readLine(held === "" ? part : held + part)
          held = ""
          at = end + 1
          if (end === carriage) {
            if (at === length) isAfterReturn = true
            else if (text.charCodeAt(at) === 0x0a) at++
          }
        }
      }
      if (isTooLarge) return
      held += text.slice(at)
      isTooLarge = held.length > lineSize
    },
    end: () => {
      if (isTooLarge || (isBetween && held === "")) return
      isCut = true
      if (held !== "") readLine(held)
      held = ""
      if (isTooLarge) return
      data ??= ""
      close()
    }
  }
}
