// Exact money: prices in whole picodollars, parts rounded half up to 9 decimals, totals as sums of rounded parts.
// Source: §2.7; rule and rounding are Assumed: ours.

const nanodollars = 1e9

/** Picodollars of one unit, for a price in USD per 1,000,000 of them. Prices down to 0.000001 USD are exact. */
export const perMillion = (usd: number): number => Math.round(usd * 1e6)

/** Picodollars of one unit, for a price in USD per 1,000 of them. Prices down to 0.000000001 USD are exact. */
export const perThousand = (usd: number): number => Math.round(usd * 1e9)

// Assumed: ours.
/**
 * What `count` units cost at `picodollars` each: USD, rounded half up to 9 decimals, as the nearest double. Both
 * are whole numbers, 0 or more.
 */
export const costOf = (count: number, picodollars: number): number =>
  Number((BigInt(count) * BigInt(picodollars) + 500n) / 1000n) / nanodollars

// Assumed: ours.
/** The exact sum, in USD, of parts that are each rounded to 9 decimals. */
export const sumOf = (parts: ReadonlyArray<number>): number =>
  parts.reduce((sum, part) => sum + Math.round(part * nanodollars), 0) / nanodollars
