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
  readonly close: () => Promise<void>
}

const over = (base: ClientOptions, dispose: () => Promise<void>): Service => {
  const client = createClient(base)
  return {
    client,
    open: (options) => createClient({ ...base, ...options }),
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
  const { start } = await import("./inProcess.ts").catch((cause: unknown) => {
    const message =
      "This runtime cannot run the service in its own process: set LEADLINE_BASE_URL and LEADLINE_API_KEY"
    throw new Error(message, { cause })
  })
  const { dispose, ...options } = await start()
  return over(options, dispose)
}
