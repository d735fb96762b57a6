// The subjects by name. Each is imported in its own process alone, so that it loads only what it needs.
import type { MakeHandler, Serve } from "./Subject.ts"

/** Servers on a socket, in a process of the benchmark's. */
export const servers = {
  leadline: async (place) => (await import("./leadline/server.ts")).serve(place),
  traced: async (place) => (await import("./leadline/traced.ts")).serve(place),
  leadlineProxy: async (place) => (await import("./leadline/proxy.ts")).serve(place),
  fastify: async (place) => (await import("./rivals/fastify.ts")).serve(place),
  writer: async (place) => (await import("./rivals/writer.ts")).serve(place),
  bareProxy: async (place) => (await import("./rivals/proxy.ts")).serve(place)
} satisfies { readonly [name: string]: Serve }

/** Handlers that are called in process with `Request` objects. */
export const handlers = {
  webHandler: async () => (await import("./leadline/webHandler.ts")).make(),
  hono: async () => (await import("./rivals/hono.ts")).make()
} satisfies { readonly [name: string]: MakeHandler }

/** Any subject; `program` is the server's own program, started as users start it. */
export type SubjectName = keyof typeof servers | keyof typeof handlers | "program"

/** Whether a name is that of a server in a process of the benchmark's. */
export const isServer = (name: string): name is keyof typeof servers => Object.hasOwn(servers, name)

/** Whether a name is that of a handler. */
export const isHandler = (name: string): name is keyof typeof handlers => Object.hasOwn(handlers, name)
