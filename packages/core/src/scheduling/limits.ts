// The sizes of the steps and slices of long work.

// Assumed: ours.
/** Bytes that one step may read: about a millisecond. */
export const bytesPerStep = 262_144

// Assumed: ours.
/** Milliseconds of a slice, after which work yields at its next pause. */
export const sliceDuration = 4

// Assumed: ours.
/** Milliseconds of work of the fair queue before the event loop continues: Node accepts a single connection each time. */
export const roundDuration = 4

// Assumed: ours.
/** The same while connections wait to be accepted. */
export const crowdedRoundDuration = 1

// Assumed: ours.
/** Milliseconds of its share that a group with little work keeps for later: so much of it goes before that of others. */
export const savedTime = 1_000
