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
      handler: (request: Request) => Promise<Response>
    ) => unknown
  }
}

const { Deno, process }: Runtime = globalThis as Runtime

let handler: ReturnType<typeof makeHandler> | undefined

/** workerd passes variables with each request, other runtimes have them in `process.env`. */
const fetch = (request: Request, environment: Environment = {}): Promise<Response> =>
  (handler ??= makeHandler(readSettings({ ...process?.env, ...environment }))).fetch(request)

const { hostname, port } = readSettings(process?.env ?? {})

if (Deno !== undefined && (import.meta as { readonly main?: boolean }).main === true) {
  Deno.serve(
    {
      port,
      hostname,
      onListen: (address) => console.log(`The demo is open: http://${address.hostname}:${address.port}/`)
    },
    (request) => fetch(request)
  )
}

/** Bun serves this export. Its default `idleTimeout` would end a stream after 10 s without data. */
export default { fetch, hostname, port, idleTimeout: 255 }
