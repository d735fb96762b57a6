// A fault to put into the sources.

/** A change of one place in a source file. */
export interface SeededFault {
  /** What is wrong then. */
  readonly name: string
  /** From the root of the repository. */
  readonly file: string
  /** Stands once in the file. */
  readonly find: string
  readonly replace: string
}

/** A fault in a file of a folder. */
export type Change = readonly [name: string, file: string, find: string, replace: string]
