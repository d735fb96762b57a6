// How many requests one address may send in a minute, whatever they ask for.
import { address as parseAddress, countedAddress } from "@leadline/core/internal"
import { makeMemory } from "@leadline/core/rate-limit"
import * as Effect from "effect/Effect"

const seconds = 60

/**
 * Makes what counts a request of an address: undefined, or the seconds to wait when the address has sent `most` in this
 * minute. 0: no limit. Where the runtime knows no address, all visitors count as one.
 */
export const makeAddressLimit = (most: number) => {
  const windows = makeMemory()
  return (address: string | undefined): number | undefined => {
    if (most === 0) return undefined
    const ip = parseAddress(address ?? "")
    const name = ip === undefined ? "" : countedAddress(ip)
    const { isTaken, now, start } = Effect.runSync(windows.take({ name, amount: 1, limit: most, seconds }))
    return isTaken ? undefined : Math.max(1, Math.ceil(start + seconds - now / 1000))
  }
}
