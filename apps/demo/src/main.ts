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

/** A worker is given its variables with each request; others have them from the start. */
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

/** Bun serves what it finds here, with address and port; else it would end a stream that is silent for 10 seconds. */
export default { fetch, hostname, port, idleTimeout: 255 }
