// A finding of the check of a backend.

/** One line of the table of `leadline backends check`. */
export interface Finding {
  /** As `reachable`, `dialect`, `log-probabilities`, `labels`, `images`, `tools`, `embeddings` and so on. */
  readonly capability: string
  /** `yes`, `no`, or a value such as `28 ms`. */
  readonly value: string
  /** Routes need it and it is missing: the command exits with 1. */
  readonly isFailure?: boolean
  /** Advice, for a failure. */
  readonly advice?: string
}
