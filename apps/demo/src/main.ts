// The demo for runtimes that take a fetch handler: Deno, Bun, workerd; node.ts runs the same one on Node.
import { makeHandler } from "./server/handler.ts"
import { type Environment, readSettings } from "./server/settings.ts"

interface Runtime {
  readonly process?: { readonly env: Environment }
  readonly Deno?: {
    readonly serve: (
      options: {
        readonly port: number
        readonly hostname: string
        readonly onListen: (address: { readonly port: number; readonly hostname: string }) => void
      },
      handler: (
        request: Request,
        info: { readonly remoteAddr: { readonly hostname?: string } }
      ) => Promise<Response>
    ) => unknown
  }
}

interface BunServer {
  readonly requestIP?: (request: Request) => { readonly address: string } | null
}

const { Deno, process }: Runtime = globalThis as Runtime

let handler: ReturnType<typeof makeHandler> | undefined

/** Bun passes its server with each request, which knows the address of the sender. */
const addressIn = (given: BunServer, request: Request): string | undefined =>
  typeof given.requestIP === "function" ? given.requestIP(request)?.address : undefined

/** Answers a visitor; the address is known in some runtimes. */
const fetchFrom = (
  request: Request,
  address: string | undefined,
  environment: Environment = {}
): Promise<Response> =>
  (handler ??= makeHandler(readSettings({ ...process?.env, ...environment }))).fetch(request, address)

/** workerd passes variables with each request, other runtimes have them in `process.env`. */
const fetch = (request: Request, given: Environment & BunServer = {}): Promise<Response> =>
  fetchFrom(request, addressIn(given, request), given)

const { hostname, port } = readSettings(process?.env ?? {})

if (Deno !== undefined && (import.meta as { readonly main?: boolean }).main === true) {
  Deno.serve(
    {
      port,
      hostname,
      onListen: (address) => console.log(`The demo is open: http://${address.hostname}:${address.port}/`)
    },
    (request, { remoteAddr }) => fetchFrom(request, remoteAddr.hostname)
  )
}

/** Bun serves this export. Its default `idleTimeout` would end a stream after 10 s without data. */
export default { fetch, fetchFrom, hostname, port, idleTimeout: 255 }
