// Every client as its users make it, with its defaults, and what is measured of it.

/** The API key of all clients. */
export const apiKey = "k"

/** Where a client finds its server. */
interface Reach {
  readonly base: string
}

/** The clients by name. */
export const clients = {
  openai: async ({ base }: Reach) => {
    const { OpenAI } = await import("openai")
    return new OpenAI({ baseURL: `${base}/v1`, apiKey })
  },
  perplexity: async ({ base }: Reach) => {
    const { Perplexity } = await import("@perplexity-ai/perplexity_ai")
    return new Perplexity({ baseURL: base, apiKey })
  },
  "transport-node": async ({ base }: Reach) => {
    const { createClient } = await import("@leadline/transport-node")
    return createClient({ baseUrl: base, apiKey })
  },
  "transport-fetch": async ({ base }: Reach) => {
    const { createClient } = await import("@leadline/transport-fetch")
    return createClient({ baseUrl: base, apiKey })
  }
}

/** Where a subject finds the server. */
interface Place {
  readonly base: string
  /** Events of a stream. */
  readonly events: number
}

/** An opened subject. `call` makes one call and uses its whole answer. */
export interface Opened {
  readonly call: () => Promise<unknown>
}

/** Loads and opens a subject; only what it needs is imported. */
export type Open = (place: Place) => Promise<Opened>

/** The subjects of one table by name. */
export interface Subjects {
  readonly [name: string]: Open
}
