// The sizes of the steps and slices of long work.

// Assumed: ours.
/** Bytes that one step may read: about a millisecond. */
export const bytesPerStep = 262_144

// Assumed: ours.
/** Milliseconds of a slice, after which work yields at its next pause. */
export const sliceDuration = 4

// Assumed: ours.
/** Tasks of the fair queue that run before the event loop continues. */
export const tasksPerRound = 4

// Assumed: ours.
/** Milliseconds of its share that a group with little work keeps for later: so much of it goes before that of others. */
export const savedTime = 1_000
