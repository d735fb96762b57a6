// The month that budgets and usage are counted by.

/** The month of a time in Unix milliseconds, as `2026-11`, UTC. */
export const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 7)

const hour = 3_600_000

/** The same for times that mostly follow one another: it takes an instant where {@link monthOf} takes a microsecond. */
export const makeMonthOf = () => {
  let knownHour = Number.NaN
  let month = ""
  return (now: number): string => {
    const thisHour = Math.floor(now / hour)
    if (thisHour !== knownHour) {
      knownHour = thisHour
      month = monthOf(now)
    }
    return month
  }
}
