// Sessions of the page: a cookie, the keys created in it, and a rate limit of the session.
import { address as parseAddress, countedAddress } from "@leadline/core/internal"
import * as NetAddress from "effect/net/NetAddress"

/** A key created in a session. Its secret never leaves the server again. */
export interface HeldKey {
  readonly name: string
  readonly text: string
  isRevoked: boolean
}

/** One visitor. */
export interface Session {
  readonly keys: Map<string, HeldKey>
  /** Takes one call from the token bucket of the session. False: over its rate limit. */
  readonly take: () => boolean
}

/** The sessions that were opened from one address. */
interface Visitors {
  /** Their ids, the least recently used first. */
  readonly ids: Set<string>
  /** Sessions kept. */
  readonly most: number
}

/** Sessions kept, in all and of one address. */
const most = 5_000
const mostOfAddress = 100

/** Size of the token bucket, and tokens added per second, of a session. */
const burst = 60
const perSecond = 10

const makeBucket = (now: () => number) => {
  let left = burst
  let at = now()
  return () => {
    const since = now() - at
    at += since
    left = Math.min(burst, left + (since / 1000) * perSecond)
    if (left < 1) return false
    left--
    return true
  }
}

/** What counts as one address; undefined: none is known, or it is of this machine. */
const limitedAddress = (text: string | undefined): string | undefined => {
  const ip = text === undefined ? undefined : parseAddress(text)
  return ip === undefined || NetAddress.isLoopback(ip) ? undefined : countedAddress(ip)
}

const name = "leadline_demo"

/** All sessions of this process. */
export const makeSessions = (now: () => number = () => performance.now()) => {
  const known = new Map<string, { readonly session: Session; readonly visitors: Visitors }>()
  const addresses = new Map<string | undefined, Visitors>()

  /** Of this machine, or a proxy on it, and where no address is known, there is no limit but that of all. */
  const visitorsFrom = (address: string | undefined): Visitors => {
    const from = limitedAddress(address)
    const found = addresses.get(from)
    if (found !== undefined) return found
    const visitors: Visitors = {
      ids: new Set(),
      most: from === undefined ? most : mostOfAddress
    }
    addresses.set(from, visitors)
    return visitors
  }

  /** Forgets the least recently used session of some visitors. */
  const forgetOldest = ({ ids }: Visitors): void => {
    for (const id of ids) {
      ids.delete(id)
      known.delete(id)
      return
    }
  }

  /** Those with the most sessions: a stranger with few is not forgotten for them. */
  const mostVisitors = (): Visitors | undefined => {
    let largest: Visitors | undefined
    for (const [from, visitors] of addresses) {
      if (visitors.ids.size === 0) addresses.delete(from)
      else if (largest === undefined || visitors.ids.size > largest.ids.size) largest = visitors
    }
    return largest
  }

  const find = (request: Request): Session | undefined => {
    const cookies = (request.headers.get("cookie") ?? "").split("; ")
    const id = cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1)
    const found = id === undefined ? undefined : known.get(id)
    if (id === undefined || found === undefined) return undefined
    found.visitors.ids.delete(id)
    found.visitors.ids.add(id)
    return found.session
  }

  /** Opens a session for a visitor from an address: its `Set-Cookie` header. */
  const open = (address?: string): string => {
    const id = crypto.randomUUID()
    const visitors = visitorsFrom(address)
    known.set(id, { session: { keys: new Map(), take: makeBucket(now) }, visitors })
    visitors.ids.add(id)
    if (visitors.ids.size > visitors.most) forgetOldest(visitors)
    const largest = known.size > most ? mostVisitors() : undefined
    if (largest !== undefined) forgetOldest(largest)
    return `${name}=${id}; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200`
  }
  return { find, open }
}
