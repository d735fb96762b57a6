// Durations, money and counts as people read them.

/** Milliseconds as ms, s or min. */
export const duration = (milliseconds: number): string =>
  milliseconds >= 60_000
    ? `${Math.round(milliseconds / 60_000)} min`
    : milliseconds >= 1_000
      ? `${(milliseconds / 1_000).toFixed(1)} s`
      : `${Math.round(milliseconds)} ms`

/** USD with enough digits for small amounts. */
export const money = (usd: number): string =>
  usd === 0 ? "0 USD" : `${usd.toFixed(usd < 0.01 ? 9 : 4).replace(/\.?0+$/, "")} USD`

/** A count with its noun: "1 page", "2 pages". */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

/** 0 to 1 as percent. */
export const percent = (part: number, digits = 0): string => `${(part * 100).toFixed(digits)}%`
