// Days of filters and of results.
import type { Recency } from "@leadline/core/schema"

const dayLength = 86_400_000

/** A day, `YYYY-MM-DD`, so many days later. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayLength).toISOString().slice(0, 10)

/** The age in milliseconds that a recency stands for. */
export const ageOf: { readonly [R in Recency]: number } = {
  hour: 3_600_000,
  day: dayLength,
  week: 7 * dayLength,
  month: 31 * dayLength,
  year: 366 * dayLength
}

/** The time of a date as services write it, Unix milliseconds; undefined if it is none. */
export const timeOf = (published: string | undefined): number | undefined => {
  const time = published === undefined ? Number.NaN : Date.parse(published)
  return Number.isNaN(time) ? undefined : time
}

/** The day of a time, `YYYY-MM-DD`. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
