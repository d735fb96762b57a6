// Checks the probabilities of a server, and makes them sum to 1 within what it has rounded away.
// Assumed: ours, from what servers are known to round.

/** More decimals than these are no rounding. */
const mostDecimals = 6

/** How far the sum of unrounded probabilities may be off: servers calculate with 32 bits. */
const unrounded = 1e-4

/** How far one probability may be off. `decimals`: how many the server keeps; undefined: all. */
export const slack = (decimals: number | undefined): number =>
  decimals === undefined ? unrounded : 0.5 * 10 ** -decimals + 1e-9

const isShare = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= 1

const sum = (values: ReadonlyArray<number>): number => values.reduce((total, value) => total + value, 0)

/** Adds to each what rounding took from all, which is at most half a unit of the last digit; then divides the rest away. */
const completed = (values: ReadonlyArray<number>, decimals: number | undefined): ReadonlyArray<number> => {
  const missing = decimals === undefined ? 0 : (1 - sum(values)) / values.length
  const shares = values.map((value) => Math.max(0, value + missing))
  const total = sum(shares)
  return shares.map((share) => share / total)
}

/** Has a number this many decimals at most? */
const hasDecimals = (value: number, decimals: number): boolean =>
  Math.abs(value * 10 ** decimals - Math.round(value * 10 ** decimals)) < 1e-6

/**
 * How many decimals a server has kept: as many as it is known to keep, or more if its values have more; undefined: all.
 * So what it has not rounded is not excused by rounding.
 */
export const keptDecimals = (
  values: ReadonlyArray<unknown>,
  known: number | undefined
): number | undefined => {
  if (known === undefined || known > mostDecimals) return undefined
  return values.every((value) => typeof value !== "number" || hasDecimals(value, known))
    ? known
    : keptDecimals(values, known + 1)
}

/**
 * The distribution that a server means with these values: they sum to 1 within its rounding. Undefined: they are none,
 * and nothing is made of them.
 */
export const distribution = (
  values: ReadonlyArray<unknown>,
  decimals: number | undefined
): ReadonlyArray<number> | undefined => {
  if (!values.every(isShare) || !values.some((value) => value > 0)) return undefined
  const tolerance = decimals === undefined ? unrounded : slack(decimals) * values.length
  return Math.abs(sum(values) - 1) <= tolerance ? completed(values, decimals) : undefined
}

/** Is this option the likeliest, within the rounding of the server? */
export const isLikeliest = (
  p: ReadonlyArray<number>,
  index: number,
  decimals: number | undefined
): boolean => {
  const share = p[index]
  return share !== undefined && share >= Math.max(...p) - 2 * slack(decimals)
}
