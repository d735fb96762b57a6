// What a command of the benchmarks is.

/** One command: figures go to standard output, progress to standard error. */
export interface Command {
  /** One line for the help. */
  readonly summary: string
  /** One line for each option. */
  readonly options: ReadonlyArray<string>
  /** More lines for its own help. */
  readonly details?: ReadonlyArray<string>
  /** Runs with what stands behind the name; gives the exit code. */
  readonly run: (args: ReadonlyArray<string>) => Promise<number>
}
