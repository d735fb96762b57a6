// Every operation once: what is sent, and that the response arrives.
// Source: §4.
import { withResponse } from "@leadline/core/client"
import { Decisions } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import type { Resource } from "../../calls.ts"
import { apiKey, type At, expect, type Fact, listen, same } from "./fact.ts"
import { chat, decision, response, state } from "./requests.ts"

const operation = (name: string, request: string, holds: (at: At) => Promise<void>): Fact => ({
  name: `${name} is answered`,
  scenario: "plain",
  holds: async (at) => {
    await holds(at)
    same((await at.seen()).last?.operation, request, "the request")
  }
})

/** Operations of each resource: one that is missing here does not compile. */
const ofResources: { readonly [R in Resource]: ReadonlyArray<Fact> } = {
  models: [
    operation("models.list", "GET /v1/models", async ({ client }) =>
      same((await client.models.list()).data[0]?.id, "openai/gpt-5", "the model")
    )
  ],
  decisions: [
    operation("decisions.create", "POST /v1/decisions", async ({ client }) => {
      const { answers } = await client.decisions.create(decision)
      same([answers.refund.noul, answers.team.choice], [0.75, "billing"], "the answers")
    })
  ],
  chat: [
    operation("chat.create", "POST /v1/sonar", async ({ client }) =>
      same((await client.chat.create(chat)).choices[0]?.message?.content, "h\u00e9llo \u{1F30A}", "the text")
    )
  ],
  responses: [
    operation("responses.create", "POST /v1/responses", async ({ client }) =>
      same((await client.responses.create(response)).status, "completed", "the status")
    )
  ],
  search: [
    operation("search.create", "POST /search", async ({ client }) =>
      same((await client.search.create({ query: "tides" })).results[0]?.title, "Brest", "the title")
    )
  ],
  contextualizedEmbeddings: [
    operation("contextualizedEmbeddings.create", "POST /v1/contextualizedembeddings", async ({ client }) => {
      const request = { model: "svc-embed-context-v1-4b", input: [["hello"]], dimensions: 128 } as const
      same(
        (await client.contextualizedEmbeddings.create(request)).data[0]?.data[0]?.embedding.slice(0, 4),
        "BwcH",
        "the vector"
      )
    })
  ],
  embeddings: [
    operation("embeddings.create", "POST /v1/embeddings", async ({ client }) => {
      const request = { model: "svc-embed-v1-4b", input: "hello", dimensions: 128 } as const
      same((await client.embeddings.create(request)).data[0]?.embedding.slice(0, 4), "BwcH", "the vector")
    })
  ],
  skills: [
    operation("skills.listAll", "GET /v1/skills?page_token=2", async ({ client }) => {
      const { error, heard } = await listen(client.skills.listAll())
      same([heard.map(({ name }) => name), error], [["tides", "moons"], undefined], "the skills")
    }),
    operation("skills.create", "POST /v1/skills", async ({ client, seen }) => {
      const file = new TextEncoder().encode("PK\u0003\u0004 and so on")
      same((await client.skills.create({ file })).skill_id, "skill_tides", "the skill")
      expect(
        (await seen()).last?.body.includes("PK\u0003\u0004 and so on") === true,
        "the file is not sent whole"
      )
    })
  ],
  asyncChat: [
    operation("asyncChat.create", "POST /v1/async/sonar", async ({ client }) =>
      same((await client.asyncChat.create({ request: chat })).status, "CREATED", "the status")
    )
  ],
  apiKeys: [
    operation("apiKeys.generate", "POST /generate_auth_token", async ({ client }) =>
      same(
        (await client.apiKeys.generate({ token_name: "nightly" })).auth_token,
        "made-0123456789",
        "the key"
      )
    ),
    operation("apiKeys.revoke", "POST /revoke_auth_token", async ({ client }) =>
      same(await client.apiKeys.revoke({ auth_token: "made-0123456789" }), undefined, "the answer")
    )
  ]
}

export const operations: ReadonlyArray<Fact> = [
  ...Object.values(ofResources).flat(),
  {
    name: "a request carries key and text whole, and no header that fails a preflight",
    scenario: "plain",
    holds: async ({ client, isBrowser, seen }) => {
      await client.decisions.create(decision)
      const { last } = await seen()
      same(JSON.parse(last?.body ?? "{}").state, state, "the text")
      same(last?.headers["authorization"], `Bearer ${apiKey}`, "the key")
      same(last?.headers["content-type"], "application/json", "the type")
      expect(isBrowser || last?.headers["accept-encoding"] === "identity", "a coding is asked for")
      expect(!isBrowser || last?.headers["traceparent"] === undefined, "a trace header goes along")
    }
  },
  {
    name: "withResponse gives the response head",
    scenario: "plain",
    holds: async ({ client }) => {
      const { response: info } = await client.decisions.create(decision).withResponse()
      same([info.status, info.requestId, info.attempts], [200, "req-1", 1], "the head")
      same([info.rateLimit?.limit, info.rateLimit?.remaining], [5, 4], "the rate limit")
    }
  },
  {
    name: "a program of effects gets the same answer",
    scenario: "plain",
    holds: async ({ options, transport }) => {
      const program = withResponse(Decisions.use((decisions) => decisions.create(decision)))
      const { data, response: info } = await Effect.runPromise(
        Effect.provide(program, transport.layerClient(options))
      )
      same([data.answers.team.choice, info?.status], ["billing", 200], "the answer")
    }
  },
  {
    name: "forty calls at once get their own answers",
    scenario: "plain",
    holds: async ({ client, seen }) => {
      const calls = Array.from({ length: 20 }, () =>
        Promise.all([client.decisions.create(decision), client.models.list()])
      )
      for (const [{ answers }, { object }] of await Promise.all(calls)) {
        same([answers.team.choice, object], ["billing", "list"], "the answers")
      }
      same((await seen()).requests, 40, "the requests")
    }
  },
  {
    name: "with a limit of six no more than six are asked at once",
    scenario: "held",
    options: { concurrency: 6 },
    holds: async ({ client, seen }) => {
      await Promise.all(Array.from({ length: 20 }, () => client.models.list()))
      const { most, requests } = await seen()
      same(requests, 20, "the requests")
      expect(most <= 6, `${most} are asked at once`)
    }
  }
]
