// The service that the demo calls: a remote one, or one in this process.
// Source: §5.7: the key stays on this side.
import { createClient } from "@leadline/transport-fetch"
import type { Settings } from "./settings.ts"

/** A client of the service. */
export type Client = ReturnType<typeof createClient>

/** Options of a client. */
export type ClientOptions = Parameters<typeof createClient>[0]

/** How the service is reached. */
export interface Service {
  readonly client: Client
  /** Makes a client of the same service with other options, such as another key. */
  readonly open: (options: Partial<ClientOptions>) => Client
  /** The fetch that reaches the service. */
  readonly fetch: typeof globalThis.fetch
  /** Reads a document that search covers, by its path. Undefined: the service is a remote one. */
  readonly source: ((path: string) => Promise<string | undefined>) | undefined
  readonly close: () => Promise<void>
}

/** Base of document addresses when the service runs in this process; {@link withOwnAddresses} replaces it. */
const sources = "https://documents.invalid/"

/** Where the demo serves these documents. */
export const sourcePath = "/source/"

/** JSON in which the addresses of documents are those at which the demo serves them. */
export const withOwnAddresses = (json: string): string => json.replaceAll(sources, sourcePath)

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

/** Opens the service of the settings. Throws where none is named and the runtime cannot run one. */
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
