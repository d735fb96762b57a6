// Pages on a port of this machine, from this process.
import { serve } from "srvx"
import { join } from "node:path"
import { demo } from "../visitor.ts"

/** Screenshots of the last run; git ignores them. */
export const results = join(import.meta.dirname, "../../.results")

interface Handler {
  readonly fetch: (request: Request) => Promise<Response>
  readonly close: () => Promise<void>
}

/** Serves what a handler answers. */
export const serveHandler = async ({ close, fetch }: Handler, port = 0) => {
  const server = serve({ fetch, hostname: "127.0.0.1", port, silent: true, gracefulShutdown: false })
  await server.ready()
  const origin = (server.url ?? "").replace(/\/$/, "")
  return {
    origin,
    port: Number(new URL(origin).port),
    close: async () => {
      await server.close(true)
      await close()
    }
  }
}

/** Serves the demo. A restart loses all sessions. */
export const open = (environment: { readonly [name: string]: string } = {}, port = 0) =>
  serveHandler(demo(environment), port)
