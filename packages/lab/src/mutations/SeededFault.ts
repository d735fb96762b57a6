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

/** Faults by the files of a folder, and by their names. */
export interface Faults {
  readonly [file: string]: { readonly [name: string]: readonly [find: string, replace: string] }
}
