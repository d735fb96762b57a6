// Server-sent events as text: the frame of an event, the comment in silence, and the headers of a response with them.
// Source: §6; the comment is Assumed: ours.

/** The media type of a stream of events. */
export const eventStreamType = "text/event-stream"

/** The headers of a response with events; the second keeps proxies from holding them back. */
export const eventStreamHeaders = {
  "content-type": eventStreamType,
  "x-accel-buffering": "no"
} as const

/** The frame of an event. JSON has no raw line ends, so data is one line. */
export const frame = (event: unknown): string => `data: ${JSON.stringify(event)}\n\n`

/** The frame of a text without line ends. */
export const textFrame = (data: string): string => `data: ${data}\n\n`

/** A comment that keeps the connection alive. */
export const ping = ": ping\n\n"
