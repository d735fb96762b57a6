// The failure of a stream that ended too early.
import { StreamTruncatedError } from "./ApiError.ts"

/**
 * The failure of a stream that ended without its last event, or inside an event, which is `pending`; the caller adds
 * `eventsSeen`.
 */
export const endedEarly = (pending = false): StreamTruncatedError =>
  new StreamTruncatedError({
    message: `The stream ended ${pending ? "inside an" : "before its last"} event.`,
    reason: "noEndMark",
    phase: "stream",
    pending
  })
