// What is measured: a server in a process of its own.

/** The key that every subject asks for. */
export const key = "ll-bench-key-0123456789abcdef"

/** Where a proxy finds the server behind it; others do not look. */
export interface Place {
  readonly upstream: string
}

/** Starts a subject on a free port of this machine; gives the port. Only what it needs is imported. */
export type Serve = (place: Place) => Promise<number>

/** The subjects of one table by name. */
export interface Subjects {
  readonly [name: string]: Serve
}
