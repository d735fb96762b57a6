// Changes over time: distances of distributions, and sequential tests that may be looked at after every row.

const sum = (values: ReadonlyArray<number>) => values.reduce((total, value) => total + value, 0)

/** Kullback and Leibler's divergence of `p` from `q`, in nats. */
const klDivergence = (p: ReadonlyArray<number>, q: ReadonlyArray<number>): number =>
  sum(p.map((value, k) => (value === 0 ? 0 : value * Math.log(value / (q[k] ?? 0)))))

/** Population stability index of two distributions. Cuts such as 0.1 and 0.25 ignore the number of rows. */
export const psi = (reference: ReadonlyArray<number>, current: ReadonlyArray<number>): number =>
  klDivergence(current, reference) + klDivergence(reference, current)

const share = (values: ReadonlyArray<number>, x: number) =>
  values.filter((value) => value <= x).length / values.length

/** Kolmogorov and Smirnov's distance of two samples, with its asymptotic p-value: not valid with many equal values. */
export const kolmogorovSmirnov = (
  a: ReadonlyArray<number>,
  b: ReadonlyArray<number>
): { readonly d: number; readonly p: number } => {
  const d = Math.max(...[...a, ...b].map((x) => Math.abs(share(a, x) - share(b, x))))
  const scale = (d * d * a.length * b.length) / (a.length + b.length)
  let p = 0
  for (let j = 1; j <= 100; j++) p += 2 * (-1) ** (j - 1) * Math.exp(-2 * j * j * scale)
  return { d, p: Math.min(1, Math.max(0, p)) }
}

/** The chance of a chi-square value above `x`, for even degrees of freedom exact and for odd ones by their recurrence. */
const chiSquareTail = (x: number, degrees: number): number => {
  if (degrees % 2 === 0) {
    let term = Math.exp(-x / 2)
    let tail = term
    for (let k = 1; k < degrees / 2; k++) tail += term *= x / (2 * k)
    return tail
  }
  // One degree: the normal tail, by its series or, far out, by its continued fraction.
  const z = Math.sqrt(x)
  const density = Math.exp(-x / 2) / Math.sqrt(2 * Math.PI)
  let tail: number
  if (z < 3) {
    let term = z
    let series = z
    for (let k = 1; term > 1e-18; k++) series += term *= x / (2 * k + 1)
    tail = 1 - 2 * density * series
  } else {
    let fraction = z
    for (let k = 200; k > 0; k--) fraction = z + k / fraction
    tail = (2 * density) / fraction
  }
  let term = 2 * density * z
  for (let k = 3; k <= degrees; k += 2) {
    tail += term
    term *= x / k
  }
  return tail
}

/** The chi-square test of whether counts of two times come from one distribution. */
export const chiSquare = (
  reference: ReadonlyArray<number>,
  current: ReadonlyArray<number>
): { readonly chi2: number; readonly degrees: number; readonly p: number } => {
  const [n, m] = [sum(reference), sum(current)]
  let [chi2, degrees] = [0, -1]
  reference.forEach((count, k) => {
    const other = current[k] ?? 0
    const both = count + other
    if (both === 0) return
    degrees++
    for (const [observed, rows] of [[count, n] as const, [other, m] as const]) {
      const expected = (both * rows) / (n + m)
      chi2 += (observed - expected) ** 2 / expected
    }
  })
  return { chi2, degrees, p: degrees < 1 ? 1 : chiSquareTail(chi2, degrees) }
}

/** CUSUM of errors against a rise from p0 to p1; an alarm is a value of h or more, and h comes from simulation. */
export const cusum = (errors: ReadonlyArray<number>, p0: number, p1: number): Array<number> => {
  let level = 0
  return errors.map(
    (x) => (level = Math.max(0, level + (x === 1 ? Math.log(p1 / p0) : Math.log((1 - p1) / (1 - p0)))))
  )
}

/**
 * A betting e-process over audited rows: while the error rate is at most `limit`, the chance that it ever reaches 1/δ is
 * at most δ, whenever it is looked at. `bet` is in [0, 1/limit), fixed before a row is seen.
 */
export const eProcess = (errors: ReadonlyArray<number>, limit: number, bet: number): Array<number> => {
  let wealth = 1
  return errors.map((x) => (wealth *= 1 + bet * (x - limit)))
}

/** The error rates that {@link auditEvidence} bets on, as multiples of the limit. */
const bets = [1.5, 2, 3, 5, 10]

/**
 * The value of {@link eProcess} after so many rows and errors, in whatever order they came: the mean of bets on several
 * error rates above the limit, because the true one is not known. It may be looked at after every row.
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
