// The data of the frame that ends some streams.
// Source: §6.

/** Stands behind the last event of a stream, instead of an event. */
export const endMark = "[DONE]"
