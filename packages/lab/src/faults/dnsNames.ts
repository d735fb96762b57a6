// Host names under `.faults.test`, resolved inside this process for every client, fetch included.
import dns from "node:dns"
import { syncBuiltinESMExports } from "node:module"

/** Does not resolve. */
export const unresolvableName = "nowhere.faults.test"
/** Its lookup never ends. */
export const silentName = "silent.faults.test"

const replace = (lookup: unknown) => {
  Reflect.set(dns, "lookup", lookup)
  syncBuiltinESMExports()
}

/** Looks these names up in this process; returns a function that undoes it. */
export const overrideDns = (): (() => void) => {
  const own = dns.lookup
  replace((hostname: string, options: dns.LookupOptions, callback: (error: Error) => void): void => {
    if (hostname === silentName) return
    if (hostname !== unresolvableName) return Reflect.apply(own, dns, [hostname, options, callback])
    const message = `getaddrinfo ENOTFOUND ${hostname}`
    const error = Object.assign(new Error(message), { code: "ENOTFOUND", syscall: "getaddrinfo", hostname })
    setImmediate(() => callback(error))
  })
  return () => replace(own)
}
