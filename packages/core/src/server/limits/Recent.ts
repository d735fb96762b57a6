// What was found out lately, by name.

/** Milliseconds for which a name is remembered, at least. */
const age = 60_000

/** Values by names; it forgets those that were not set for one to two minutes. Of one minute it remembers `most`. */
export const makeRecent = <A>(most: number) => {
  let recent = new Map<string, A>()
  let older = recent
  let since = -Infinity
  const forget = (now: number): void => {
    if (now - since < age) return
    older = now - since < 2 * age ? recent : new Map()
    recent = new Map()
    since = now
  }
  return {
    set: (name: string, value: A, now: number): void => {
      forget(now)
      if (recent.size < most) recent.set(name, value)
    },
    get: (name: string, now: number): A | undefined => {
      forget(now)
      return recent.get(name) ?? older.get(name)
    }
  }
}
