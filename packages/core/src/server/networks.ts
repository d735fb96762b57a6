// Addresses and networks as text.
import * as IpNetwork from "effect/net/IpNetwork"
import * as NetAddress from "effect/net/NetAddress"
import * as Result from "effect/Result"

/** An address in its one form, an IPv4 address in IPv6 as IPv4; undefined when it is none. */
export const address = (text: string): NetAddress.IpAddress | undefined =>
  Result.getOrUndefined(Result.map(NetAddress.ipFromString(text), (ip) => NetAddress.toCanonical(ip)))

/** Networks of texts like `10.0.0.0/8`; an address alone is a network of one. A text that is none is a defect. */
export const networks = (texts: ReadonlyArray<string>): ReadonlyArray<IpNetwork.IpNetwork> =>
  texts.map((text) => {
    const alone = address(text)
    return IpNetwork.fromStringUnsafe(
      alone === undefined ? text : `${NetAddress.formatIp(alone)}/${NetAddress.width(alone)}`
    )
  })
