// The month that budgets and usage are counted by.

/** The month of a time in Unix milliseconds, as `2026-11`, UTC. */
export const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 7)
