import { StreamTruncatedError } from "./ApiError.ts"

/** The failure of a stream that ended without its last event; the caller adds `eventsSeen`. */
export const endedEarly = (): StreamTruncatedError =>
  new StreamTruncatedError({
    message: "The stream ended before its last event.",
    reason: "noEndMark",
    phase: "stream",
    pending: false
  })
