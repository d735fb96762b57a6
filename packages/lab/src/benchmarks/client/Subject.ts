// What is measured: one way of making one call, opened in a process of its own.

/** Where a subject finds the server: unset, its answers come from memory. */
export interface Place {
  readonly base: string
  /** Events of a stream. */
  readonly events: number
}

/** An opened subject. `call` makes one call and uses its whole answer. */
export interface Opened {
  readonly call: () => Promise<unknown>
}

/** Loads and opens a subject; only what it needs is imported. */
export type Open = (place: Place) => Promise<Opened>

/** The subjects of one table by name. */
export interface Subjects {
  readonly [name: string]: Open
}
