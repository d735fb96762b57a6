// Limits what one address may do without a key per second. Listed proxies, and by default this machine, are exempt.
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as IpNetwork from "effect/net/IpNetwork"
import * as NetAddress from "effect/net/NetAddress"
import * as ApiError from "../../errors/ApiError.ts"
import { address, countedAddress, networks } from "../networks.ts"
import type { RequestContext } from "../RequestContext.ts"
import { ServerSettings, type Settings } from "../ServerSettings.ts"
import { type Limit, decided } from "../telemetry/limitDecisions.ts"

/** Addresses counted in one second; further ones count as one. */
const maxAddresses = 10_000

/** A limit by address: its name, its number, and the message of its refusals. */
export interface AddressLimitOptions {
  readonly limit: Limit
  /** Requests of one address per second. */
  readonly most: (settings: Settings) => number
  readonly message: string
}

/** A limit of each address per second. Without an address nothing is counted. */
export interface AddressLimit {
  /** Counts a request of its address: 429 beyond the limit. */
  readonly take: (context: RequestContext) => Effect.Effect<void, ApiError.RateLimitError>
  /** The 429 of an address that has used its limit up; counts nothing. */
  readonly refusal: (context: RequestContext) => ApiError.RateLimitError | undefined
}

/** Makes an {@link AddressLimit} of the settings. */
export const makeAddressLimit = ({ limit, message, most }: AddressLimitOptions) =>
  Effect.map(ServerSettings, (settings) => {
    const trusted = networks(settings.proxies)
    const counts = new Map<string, number>()
    /** The counted name of each address of this second; undefined for exempt ones. To parse one takes longer than all else. */
    const known = new Map<string, string | undefined>()
    let second = 0
    const counted = (text: string): string | undefined => {
      const ip = address(text)
      if (ip === undefined) return undefined
      if (trusted.some((network) => IpNetwork.contains(network, ip))) return undefined
      return !settings.limitsLoopback && NetAddress.isLoopback(ip) ? undefined : countedAddress(ip)
    }
    const nameOf = (text: string): string | undefined => {
      let name = known.get(text)
      if (name === undefined && !known.has(text)) {
        name = counted(text)
        if (known.size < maxAddresses) known.set(text, name)
      }
      return name === undefined || counts.size < maxAddresses || counts.has(name) ? name : "others"
    }
    /** Milliseconds of the clock. Forgets what was counted before this second. */
    const beginSecond = ({ fiberContext }: RequestContext): number => {
      const now = Context.get(fiberContext, Clock.Clock).currentTimeMillisUnsafe()
      if (Math.floor(now / 1000) === second) return now
      second = Math.floor(now / 1000)
      counts.clear()
      known.clear()
      return now
    }
    const refuse = (now: number) =>
      new ApiError.RateLimitError({ message, retryAfter: (second + 1) * 1000 - now })
    return {
      take: (context) =>
        Effect.suspend(() => {
          const now = beginSecond(context)
          const name = nameOf(context.remoteAddress ?? "")
          if (name === undefined) return Effect.void
          const count = (counts.get(name) ?? 0) + 1
          counts.set(name, count)
          const isAdmitted = count <= most(settings)
          decided(context.fiberContext, limit, isAdmitted)
          return isAdmitted ? Effect.void : Effect.fail(refuse(now))
        }),
      refusal: (context) => {
        const now = beginSecond(context)
        // In most seconds nothing is counted.
        const name = counts.size === 0 ? undefined : nameOf(context.remoteAddress ?? "")
        if (name === undefined || (counts.get(name) ?? 0) < most(settings)) return undefined
        decided(context.fiberContext, limit, false)
        return refuse(now)
      }
    } satisfies AddressLimit
  })
