// Addresses from which a key was accepted recently.

/** Milliseconds for which an address is remembered, at least. */
const age = 60_000

/** Addresses of one such time; further ones are not remembered. */
const most = 10_000

/** A set of addresses that forgets those not added for one to two minutes. */
export const makeRecentAddresses = () => {
  let recent = new Set<string>()
  let older = recent
  let since = -Infinity
  const forget = (now: number): void => {
    if (now - since < age) return
    older = now - since < 2 * age ? recent : new Set()
    recent = new Set()
    since = now
  }
  return {
    add: (address: string, now: number): void => {
      forget(now)
      if (recent.size < most) recent.add(address)
    },
    has: (address: string, now: number): boolean => {
      forget(now)
      return recent.has(address) || older.has(address)
    }
  }
}
