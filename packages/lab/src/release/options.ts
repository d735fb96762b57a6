// The options of a rehearsal.

/** What to rehearse. */
export interface Options {
  readonly isShort: boolean
  /** The short form with one release, and the suite on the pinned Node alone. */
  readonly isBrief: boolean
  /** One release only, to try its users. */
  readonly isOnce: boolean
  /** Names of users: empty for all. */
  readonly only: ReadonlyArray<string>
}
