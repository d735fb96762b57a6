// The service the demo calls: one somewhere else, or one in this process.
// Source: §5.7: the key stays on this side.
import { createClient } from "@leadline/transport-fetch"
import type { Settings } from "./settings.ts"

/** A client of the service, as everyone makes it. */
export type Client = ReturnType<typeof createClient>

/** What a client is made of. */
export type ClientOptions = Parameters<typeof createClient>[0]

/** How the service is reached. */
export interface Service {
  readonly client: Client
  /** A client of the same service with other options: another key, faults on its way. */
  readonly open: (options: Partial<ClientOptions>) => Client
  /** The fetch that reaches the service. */
  readonly fetch: typeof globalThis.fetch
  /** A document of the service's own search, by its path; undefined: there is none of it. */
  readonly source: ((path: string) => Promise<string | undefined>) | undefined
  readonly close: () => Promise<void>
}

/** What addresses of documents start with when the service runs in this process. */
export const sources = "https://leadline.example/"

const over = (base: ClientOptions, dispose: () => Promise<void>, source?: Service["source"]): Service => {
  const client = createClient(base)
  return {
    client,
    open: (options) => createClient({ ...base, ...options }),
    source,
    fetch: base.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    close: async () => {
      await client.close()
      await dispose()
    }
  }
}

/** Opens what the settings name. Throws where no service can run in the process and none is named. */
export const openService = async ({ apiKey, baseUrl }: Settings): Promise<Service> => {
  if (baseUrl !== undefined) return over({ apiKey, baseUrl }, () => Promise.resolve())
  const { start } = await import("./embeddedService.ts").catch((cause: unknown) => {
    const message =
      "This runtime cannot run the service in its own process: set LEADLINE_BASE_URL and LEADLINE_API_KEY"
    throw new Error(message, { cause })
  })
  const { dispose, source, ...options } = await start(sources)
  return over(options, dispose, source)
}
