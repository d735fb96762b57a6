// What operations send and receive beside their examples: text, files, pages, heads, many calls at once.
// Source: §4.
import { withResponse } from "@leadline/core/client"
import { Decisions } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import { apiKey, expect, type Fact, listen, same } from "./fact.ts"
import { chat, decision, state } from "./requests.ts"

export const operations: ReadonlyArray<Fact> = [
  {
    name: "text beyond ASCII arrives whole",
    scenario: "plain",
    holds: async ({ client }) =>
      same((await client.chat.create(chat)).choices[0]?.message?.content, "h\u00e9llo \u{1F30A}", "the text")
  },
  {
    name: "all pages of a list are walked",
    scenario: "plain",
    holds: async ({ client, seen }) => {
      const { error, heard } = await listen(client.skills.listAll())
      same([heard.map(({ name }) => name), error], [["tides", "moons"], undefined], "the skills")
      same((await seen()).last?.operation, "GET /v1/skills?page_token=2", "the request")
    }
  },
  {
    name: "a file is sent whole",
    scenario: "plain",
    holds: async ({ client, seen }) => {
      const file = new TextEncoder().encode("PK\u0003\u0004 and so on")
      await client.skills.create({ file })
      const { last } = await seen()
      same(last?.operation, "POST /v1/skills", "the request")
      expect(last?.body.includes("PK\u0003\u0004 and so on") === true, "the file is not sent whole")
    }
  },
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
