// Shows the progress of a run on stderr: a bar on a terminal, otherwise a line per tenth.

/** A running display. */
export interface Progress {
  readonly step: () => void
  readonly end: () => void
}

const width = 40

/** Starts a display for a number of steps. */
export const showProgress = (label: string, total: number): Progress => {
  const terminal = process.stderr.isTTY
  let done = 0
  let tenth = 0
  return {
    step: () => {
      done++
      const share = done / Math.max(1, total)
      if (terminal) {
        const bar = "#".repeat(Math.round(share * width)).padEnd(width, ".")
        process.stderr.write(`\r${label} [${bar}] ${done}/${total}`)
      } else if (Math.floor(share * 10) > tenth) {
        tenth = Math.floor(share * 10)
        process.stderr.write(`${label} ${done}/${total}\n`)
      }
    },
    end: () => void (terminal && process.stderr.write("\n"))
  }
}
