// How often a property is tried.

/** Runs of a property: a fifth of `count`, and all of it in `npm test -- --long`. */
export const runs = (count: number): number =>
  process.env["LONG_TESTS"] === undefined ? Math.ceil(count / 5) : count
