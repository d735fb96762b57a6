// Every client as its users make it, with its defaults. Each is imported only where it is made.

/** The API key of all clients. */
export const apiKey = "k"

/** Where a client finds its server, or a fetch that answers in place of one. */
export interface Reach {
  readonly base: string
  readonly fetch?: typeof fetch
}

/** The clients by name. */
export const clients = {
  openai: async ({ base, ...rest }: Reach) => {
    const { OpenAI } = await import("openai")
    return new OpenAI({ baseURL: `${base}/v1`, apiKey, ...rest })
  },
  perplexity: async ({ base, ...rest }: Reach) => {
    const { Perplexity } = await import("@perplexity-ai/perplexity_ai")
    return new Perplexity({ baseURL: base, apiKey, ...rest })
  },
  typesafe: async ({ base }: Reach) => {
    const { TypeSafeClient } = await import("@typesafe-ai/sdk")
    return new TypeSafeClient({ baseURL: base, apiKey })
  },
  "transport-node": async ({ base }: Reach) => {
    const { createClient } = await import("@leadline/transport-node")
    return createClient({ baseUrl: base, apiKey })
  },
  "transport-fetch": async ({ base, ...rest }: Reach) => {
    const { createClient } = await import("@leadline/transport-fetch")
    return createClient({ baseUrl: base, apiKey, ...rest })
  }
}
