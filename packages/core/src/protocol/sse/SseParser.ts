// Parses server-sent events from text in chunks, as the WHATWG defines them; also reports a truncated last event.
// Source: §6; Assumed: ours for the limit.
import { maxEventLength } from "../limits.ts"

/** The data of the event that ends some streams. An engine that reads such a stream may pass it on as it is. */
export const doneMarker = "[DONE]"

/** One event. */
export interface SseEvent {
  /** The type of the event; `message` when none is named. */
  readonly event: string
  readonly data: string
  /** The last id so far; empty without one. */
  readonly id: string
  /** The text ended before the blank line that ends the event: `data` may be incomplete or empty. */
  readonly isTruncated: boolean
}

/** Parses one stream. Each event is given as soon as it is complete. */
export interface SseParser {
  /** Parses the next chunk of text, split anywhere. Nothing is parsed after an event that is too large. */
  readonly feed: (text: string) => void
  /** Ends the text: gives an event that misses its blank line. */
  readonly end: () => void
  /** Has a line or an event begun and not ended? */
  readonly isPending: () => boolean
  /** Was there a line or an event longer than the limit? */
  readonly isTooLarge: () => boolean
}

/** A `data` line has its field name before the data. */
const maxLineLength = maxEventLength + "data: ".length

/** A parser of one stream. It ignores `retry:` lines and a byte order mark. */
export const makeSseParser = (onEvent: (frame: SseEvent) => void): SseParser => {
  /** The beginning of an unfinished line. */
  let held = ""
  // Fields of the unfinished event.
  let data: string | undefined
  let event = ""
  let id = ""
  let isFirst = true
  let isAfterReturn = false
  let isBetween = true
  let isCut = false
  let isTooLarge = false

  const close = (): void => {
    if (data !== undefined) onEvent({ event: event === "" ? "message" : event, data, id, isTruncated: isCut })
    data = undefined
    event = ""
  }

  const readLine = (line: string): void => {
    isTooLarge = line.length > maxLineLength
    isBetween = line === ""
    if (isBetween) return close()
    if (isTooLarge) return
    const colon = line.indexOf(":")
    const name = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? "" : line.slice(colon + (line.charCodeAt(colon + 1) === 0x20 ? 2 : 1))
    if (name === "data") {
      data = data === undefined ? value : `${data}\n${value}`
      isTooLarge = data.length > maxEventLength
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
        // Each is searched again only once it is passed, so that all searches together read the text once.
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
          end - at <= maxLineLength
        ) {
          // Nearly all events are one line of data and a blank line.
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
      isTooLarge = held.length > maxLineLength
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
