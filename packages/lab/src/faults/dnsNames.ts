// Host names under `.faults.test`, resolved inside this process for every client, fetch included.
import dns from "node:dns"
import { syncBuiltinESMExports } from "node:module"

/** Does not resolve. */
export const unresolvableName = "nowhere.faults.test"
/** Its lookup never ends. */
export const silentName = "silent.faults.test"
/** Has an IPv6 address and an IPv4 one. */
export const dualStackName = "both.faults.test"
/** The host in the certificates. */
export const certifiedName = "trusted.faults.test"
/** A host that is not in the certificates. */
export const otherName = "stranger.faults.test"

const addresses: { readonly [name: string]: ReadonlyArray<dns.LookupAddress> } = {
  [dualStackName]: [
    { address: "::1", family: 6 },
    { address: "127.0.0.1", family: 4 }
  ],
  [certifiedName]: [{ address: "127.0.0.1", family: 4 }],
  [otherName]: [{ address: "127.0.0.1", family: 4 }]
}

type Callback = (
  error: NodeJS.ErrnoException | null,
  address?: string | ReadonlyArray<dns.LookupAddress>,
  family?: number
) => void

const notFound = (hostname: string) =>
  Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), {
    code: "ENOTFOUND",
    errno: -3008,
    syscall: "getaddrinfo",
    hostname
  })

/** Resolves these names in this process; returns a function that undoes it. */
export const overrideDns = (): (() => void) => {
  const own = dns.lookup
  const lookup = (hostname: string, options: dns.LookupOptions, callback: Callback): void => {
    if (!hostname.endsWith(".faults.test")) return Reflect.apply(own, dns, [hostname, options, callback])
    if (hostname === silentName) return
    setImmediate(() => {
      const found = addresses[hostname]
      const [first] = found ?? []
      if (first === undefined) callback(notFound(hostname))
      else if (options.all === true) callback(null, found)
      else callback(null, first.address, first.family)
    })
  }
  Reflect.set(dns, "lookup", lookup)
  syncBuiltinESMExports()
  return () => {
    Reflect.set(dns, "lookup", own)
    syncBuiltinESMExports()
  }
}
