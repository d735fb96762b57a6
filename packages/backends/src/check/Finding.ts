// What the check of a backend found out.

/** One line of the table of `leadline backends check`. */
export interface Finding {
  /** What was asked: `reachable`, `dialect`, `log-probabilities`, `labels`, `images`, `tools`, `embeddings` and so on. */
  readonly capability: string
  /** `yes`, `no`, or a value such as `28 ms`. */
  readonly value: string
  /** Routes need it and it is missing: the command exits with 1. */
  readonly isFailure?: boolean
  /** What to do, for a failure. */
  readonly advice?: string
}
