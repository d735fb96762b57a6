// A server in this process with a policy and its reviews, on a store in a directory, which commands use beside it.
import { Decisions, type DecisionsRequest, make } from "@leadline/core/decisions"
import { noteModel } from "@leadline/core/policies"
import { isPromiseBroken } from "@leadline/evaluation"
import { startServer } from "@leadline/lab"
import * as Store from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll } from "vitest"
import { judge } from "../../src/policies/judge.ts"
import { questionsHash } from "../../src/policies/policyFile.ts"
import { policyOf } from "./policies.ts"
import { useScope } from "./scope.ts"
import { emptyDirectory } from "./serverProcess.ts"

/** The questions of the policy. */
export const questions = {
  urgent: { type: "noul", instructions: "Does this need help today?" }
} as const

const policy = policyOf(
  {
    urgent: {
      rows: 200,
      coverage: 0.6,
      calibration: null,
      thresholds: [{ answer: null, from: 0.9, rows: 120, errors: 0, effectiveRows: 120, errorAtMost: 0.03 }]
    }
  },
  { source: "test", questionsHash: questionsHash(questions) }
)

/** The probability of yes is the number in the text, or 0.5. */
const layerDecisions = Layer.succeed(
  Decisions,
  make({
    create: ({ model, state }: typeof DecisionsRequest.Type) => {
      const noul = Number(/\d[\d.]*/.exec(JSON.stringify(state))?.[0] ?? 0.5)
      const usage = { input_tokens: 1, output_tokens: 0 }
      return Effect.as(noteModel("m-1", null), { model, answers: { urgent: { type: "noul", noul } }, usage })
    }
  })
)

/** A server for the tests of a file, with a folder that is its data directory. */
export const useReviewServer = (options: Store.ReviewsOptions) => {
  const directory = emptyDirectory()
  const run = useScope()
  const given = { url: "", keys: {} as { readonly [name: string]: string } }
  const file = (name: string) => join(directory, name)

  beforeAll(async () => {
    const database = Layer.merge(
      Sqlite.layer({ filename: file("leadline.sqlite") }),
      Store.layerPepperFile({ directory })
    )
    const program = Effect.gen(function* () {
      const store = Layer.succeedContext(yield* Layer.build(database))
      const made = yield* Effect.gen(function* () {
        yield* Store.putPolicy("default", "tickets", policy)
        return {
          caller: yield* Store.createKey(),
          ann: yield* Store.createKey({ rights: ["reviews"] }),
          ben: yield* Store.createKey({ rights: ["reviews"] }),
          stranger: yield* Store.createKey({ rights: ["reviews"], group: "other", createGroup: true })
        }
      }).pipe(Effect.provide(store))
      given.keys = Object.fromEntries(
        Object.entries(made).map(([name, { key }]) => [name, Redacted.value(key)])
      )
      given.url = yield* startServer(
        {
          decisions: layerDecisions,
          keys: Layer.provide(Layer.merge(Store.layerApiKeys(), Store.layerApiKeyVerifier), store)
        },
        Layer.mergeAll(
          Store.layerPolicies(judge),
          Store.layerPolicyOutcomes({ interval: 5, ...options }),
          Store.layerReviews(isPromiseBroken)
        ).pipe(Layer.provide(store))
      )
    })
    await run(program)
  })

  /** A request by a key: status, headers and JSON. */
  const send = async (key: string, path: string, body?: unknown, headers = {}) => {
    const response = await fetch(given.url + path, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        authorization: `Bearer ${given.keys[key]}`,
        "content-type": "application/json",
        ...headers
      },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text === "" ? undefined : JSON.parse(text)
    }
  }

  return {
    directory,
    file,
    given,
    send,
    write: (name: string, text: string) => {
      writeFileSync(file(name), text)
      return file(name)
    },
    /** A decision under the policy: what it did, and why. */
    decide: async (state: string | object) => {
      const request = { model: "decider-27b", state, questions }
      const { body } = await send("caller", "/v1/decisions", request, { "x-leadline-policy": "tickets" })
      return [body.policy.action, body.policy.questions.urgent.reason]
    },
    /** Takes a review and labels it. */
    label: async (key: string, review_id: string, urgent: boolean) => {
      const taken = await send(key, `/v1/reviews/${review_id}/take`, {})
      const { lease } = taken.body
      return send(key, `/v1/reviews/${review_id}/label`, { lease, labels: { urgent } })
    }
  }
}
