// Warns once, after the start, of backends that take no connection: their first caller would hear it else.
import type { BackendSettings } from "@leadline/backends"
import * as Effect from "effect/Effect"
import { connect } from "node:net"
import type { EngineSettings } from "../settings/engines.ts"
import { addressOfHost, makeIsAllowed } from "./allowedAddresses.ts"
import { readConfiguration } from "./configuration.ts"
import { guardedLookup } from "./transport.ts"

/** Milliseconds that a connection may take. */
const connectTimeout = 5_000

/** Connects and sends nothing. Gives why that fails; undefined: it does not. */
const problemOf = (address: URL, networks: ReadonlyArray<string>): Effect.Effect<string | undefined> =>
  Effect.callback((resume) => {
    const { hostname, port, protocol } = address
    const socket = connect({
      host: addressOfHost(hostname) ?? hostname,
      port: port === "" ? (protocol === "http:" ? 80 : 443) : Number(port),
      lookup: guardedLookup(makeIsAllowed(address, networks))
    })
    const end = (problem?: string) => {
      socket.destroy()
      resume(Effect.succeed(problem))
    }
    socket.setTimeout(connectTimeout, () => end("ETIMEDOUT"))
    socket.once("connect", () => end())
    socket.once("error", (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
    return Effect.sync(() => socket.destroy())
  })

/** Where a backend is; undefined for one in this process, or whose program this server starts, and behind a proxy. */
const addressOf = ({ command, proxy, url }: BackendSettings): URL | undefined => {
  if (command !== undefined || proxy !== undefined || !/^https?:/i.test(url)) return undefined
  return URL.parse(url) ?? undefined
}

/** The backends of the routes. */
const usedBackends = (settings: EngineSettings) =>
  Effect.map(readConfiguration(settings), ({ backends, routes }) => {
    const used = new Set(Object.values(routes).flatMap((steps) => steps.flat().map(({ backend }) => backend)))
    return backends.filter(({ name }) => used.has(name))
  })

/** The names of the backends of the routes, with their kinds; undefined: all is answered in this process. */
export const namesOfBackends = (settings: EngineSettings) =>
  Effect.map(usedBackends(settings), (backends) =>
    backends.length === 0
      ? undefined
      : backends.map(({ kind, name }) => (name === kind ? name : `${name} (${kind})`)).join(", ")
  )

/** Tries each backend of a route once. It never fails, and names hosts, never the rest of a URL. */
export const warnOfUnreachableBackends = (settings: EngineSettings): Effect.Effect<void> =>
  Effect.gen(function* () {
    const away = yield* Effect.forEach(
      yield* usedBackends(settings),
      (backend) => {
        const address = addressOf(backend)
        if (address === undefined) return Effect.succeed([])
        return Effect.map(problemOf(address, backend.networks ?? []), (problem) =>
          problem === undefined ? [] : [`${backend.name} at ${address.host} (${problem})`]
        )
      },
      { concurrency: 8 }
    )
    const named = away.flat().join(", ")
    if (named !== "") {
      yield* Effect.logWarning(`Backends that do not answer now: ${named}. Until they do, calls of them fail`)
    }
  }).pipe(Effect.ignore)
