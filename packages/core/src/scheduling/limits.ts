// The sizes of the steps and slices of long work.

/** Bytes that one step may read: about a millisecond. */
// Assumed: ours.
export const bytesPerStep = 262_144

/** Milliseconds of a slice, after which work yields at its next pause. */
// Assumed: ours.
export const sliceDuration = 4

/** Tasks of the fair queue that run before the event loop continues. */
// Assumed: ours.
export const tasksPerRound = 4
