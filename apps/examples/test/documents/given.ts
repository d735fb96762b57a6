// What the examples of the documents leave to the reader: a client, a request, a key and so on; by name.
import type { Client } from "@leadline/core/client"
import { Decisions } from "@leadline/core/decisions"
import { createClient } from "@leadline/transport-node"
import * as Effect from "effect/Effect"
import { issue } from "../../../../packages/transport-node/test/fixtures/certificates.ts"

/** Where the blocks find the service. */
export interface Service {
  readonly apiKey: string
  readonly baseUrl: string
}

const identity = issue("documents.example")

/** Made for each block: one that closes its client leaves the next its own. */
export const given = ({ apiKey, baseUrl }: Service) => {
  const client: Client = createClient({ apiKey, baseUrl })
  const model = "decider-27b" as const
  const request = {
    model,
    state: "The site is down and orders are lost.",
    questions: { urgent: { type: "noul", instructions: "Does this need attention now?" } }
  } as const
  const question = { model: "sonar", messages: [{ role: "user", content: "What is noul?" }] } as const
  const program: Effect.Effect<unknown, unknown, Decisions> = Effect.flatMap(Decisions, (decisions) =>
    decisions.create(request)
  )
  return {
    apiKey,
    baseUrl,
    /** PEM, as all three. */
    ca: identity.cert,
    cert: identity.cert,
    key: identity.key,
    client,
    model,
    answers: { down: { type: "noul", noul: 0.9 } } as const,
    usage: { input_tokens: 10, output_tokens: 1 },
    request,
    question,
    program,
    /** The caller's own code, which asks one thing. */
    yourCode: async (own: Client): Promise<void> => {
      await own.search.create({ query: "noul" })
    }
  }
}

/** The same for a compiler: a global of each name. */
export const declarations = (): string => {
  const all = given({ apiKey: "not-used-for-a-call", baseUrl: "http://127.0.0.1:9" })
  const lines = Object.keys(all).map((name) => `  const ${name}: Given[${JSON.stringify(name)}]`)
  const from = JSON.stringify(import.meta.filename)
  return [
    `type Given = ReturnType<typeof import(${from}).given>`,
    "declare global {",
    ...lines,
    "}",
    "export {}",
    ""
  ].join("\n")
}
