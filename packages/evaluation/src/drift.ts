// Evidence of audited rows against a promise, which may be looked at after every row.

const sum = (values: ReadonlyArray<number>) => values.reduce((total, value) => total + value, 0)

/** The error rates that {@link auditEvidence} bets on, as multiples of the limit. */
const bets = [1.5, 2, 3, 5, 10]

/**
 * The value of a betting e-process after so many rows and errors, in whatever order they came: the mean of bets on several
 * error rates above the limit, because the true one is not known. While the error rate is at most `limit`, the chance that it
 * ever reaches 1/δ is at most δ, whenever it is looked at.
 */
export const auditEvidence = (errors: number, rows: number, limit: number): number =>
  sum(
    bets.map((times) => {
      const rate = Math.min(times * limit, (1 + limit) / 2)
      return Math.exp(errors * Math.log(rate / limit) + (rows - errors) * Math.log((1 - rate) / (1 - limit)))
    })
  ) / bets.length

/** What a policy promises in each of its questions: at most this share of the rows acted upon is wrong. */
export interface AuditedPromise {
  readonly error: number
  readonly confidence: number
  readonly questions: number
}

/**
 * Whether audited rows show that a policy does not keep its promise. While it does, the chance that this is ever true is at
 * most 1 − confidence. One process for all questions: the mean of theirs, 1 where a question has no rows.
 */
export const isPromiseBroken = (
  counts: { readonly [question: string]: { readonly rows: number; readonly errors: number } },
  { confidence, error, questions }: AuditedPromise
): boolean => {
  const known = Object.values(counts)
  const evidence = sum(known.map(({ errors, rows }) => auditEvidence(errors, rows, error)))
  const all = Math.max(questions, known.length)
  return (evidence + all - known.length) / all >= 1 / (1 - confidence)
}
