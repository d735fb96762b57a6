// Lets bodies be read in turns: some of what arrived in each turn of the event loop. Node calls for each chunk of a body, which
// a caller may make of a byte, thousands in what a socket gives at once; a socket gives no more before that is read.

// Assumed: ours.
/** Pieces that are read in a turn, or a body more: as many again come in the next one, each for some microseconds. */
const most = 512

const waiting = new Set<() => number>()
let isScheduled = false

const round = (): void => {
  let pieces = 0
  for (const read of waiting) {
    waiting.delete(read)
    pieces += read()
    if (pieces >= most) break
  }
  isScheduled = waiting.size > 0
  if (isScheduled) setImmediate(round)
}

/** Reads in one of the next turns, once however often it is asked before. `read` gives the pieces that it found. */
export const readInTurn = (read: () => number): void => {
  waiting.add(read)
  if (isScheduled) return
  isScheduled = true
  setImmediate(round)
}
