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
/** Milliseconds of its share that a group with little work keeps for later: so much of it goes before that of others. */
export const savedTime = 1_000

// Assumed: ours.
/** Milliseconds of the processor that one piece of work may take in a thread; where they are not known, of the clock. */
export const workDeadline = 500

// Assumed: ours.
/** Milliseconds after which such work is ended, even on a machine that is too busy to run it. */
export const longestWork = 10_000

// Assumed: ours.
/** Mebibytes of the heap of such a thread. */
export const workMemory = 128

// Assumed: ours.
/** Milliseconds after which a thread without work is ended: its memory is given back. */
export const idleTime = 30_000

// Assumed: ours.
/** Threads for such work. One group has all but one of them at a time. */
export const workThreads = 2

// Assumed: ours.
/** Characters of the texts that such work may give, names and values among them: all is copied from thread to thread. */
export const workOutput = 2_097_152

// Assumed: ours.
/** Milliseconds for which a group whose work was ended is slow: together slow groups have all threads but one. */
export const slowFor = 600_000
