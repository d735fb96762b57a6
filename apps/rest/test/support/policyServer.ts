// A server with the policy `tickets`, which was fitted on the model behind its backend.
import { ServerSettings } from "@leadline/core/server-settings"
import type { Policy } from "@leadline/core/policies"
import { startServer } from "@leadline/lab"
import * as Store from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, beforeAll, beforeEach } from "vitest"
import { layerMcp } from "../../src/mcp/protocol.ts"
import { judge } from "../../src/policies/judge.ts"
import { sourceOf } from "../../src/rows/source.ts"
import { csv } from "./decisionServer.ts"
import { useJsonServer } from "./jsonServer.ts"
import { leadline } from "./runCommand.ts"
import { useScope } from "./scope.ts"
import { emptyDirectory } from "./serverProcess.ts"

const scratch = emptyDirectory()
const run = useScope()

let count = 0

/** The model behind the backend, or several in turn, and how many decimals it gives. */
export const served = { model: "m-1", decimals: 9 }

/** A decision server: the probability of yes to each question is the number in the text, or 0.5. */
const upstream = useJsonServer((asked) => {
  const { questions, state } = asked as { readonly questions: object; readonly state: string }
  const noul = Number(Number(/\d[\d.]*/.exec(state)?.[0] ?? 0.5).toFixed(served.decimals))
  const answers = Object.fromEntries(Object.keys(questions).map((name) => [name, { type: "noul", noul }]))
  const models = served.model.split("|")
  const usage = { input_tokens: 1, output_tokens: 0 }
  return { body: { model: models.at(count++ % models.length), answers, usage } }
})

export const file = (name: string) => join(scratch, name)
/** Writes a file, and gives its path. */
export const write = (name: string, text: string) => {
  writeFileSync(file(name), text)
  return file(name)
}

export const urgent = { type: "noul", instructions: "Does this need help today?" }

/** 200 rows: sure answers are right, others every other time. */
const labelled = csv(
  Array.from({ length: 200 }, (_row, i) =>
    i < 120
      ? ([`p 0.9${i % 10}1234567`, "yes"] as const)
      : ([`p 0.6123456${i % 9}1`, i % 2 === 0 ? "yes" : "no"] as const)
  )
)

export let url = ""
export let keys: { readonly [name: string]: string } = {}
export let fitted: Policy

export const fit = (name: string, source: ReadonlyArray<string>) =>
  leadline(["fit", file("questions.yaml"), file("labelled.csv"), "--out", file(name), ...source])

beforeAll(async () => {
  const backends = write(
    "backends.yaml",
    `backends:\n  local: { kind: system-one, server: llamacpp, url: "${upstream.url}" }\nroutes: { decisions: [local] }\n`
  )
  write("questions.yaml", JSON.stringify({ state: "text", group: "customer", questions: { urgent } }))
  write("labelled.csv", labelled)
  const { code, error } = await fit("tickets.policy.json", ["--backends", backends])
  assert.strictEqual(code, 0, error)
  fitted = JSON.parse(readFileSync(file("tickets.policy.json"), "utf8")) as Policy

  const program = Effect.gen(function* () {
    const store = yield* Layer.build(
      Layer.merge(
        Sqlite.layer({ filename: ":memory:" }),
        Store.layerPepper(Redacted.make("a pepper of 32 characters or more"))
      )
    )
    const stored = Layer.merge(Store.layerApiKeys(), Store.layerApiKeyVerifier)
    const made = yield* Effect.gen(function* () {
      yield* Store.ensureKey()
      yield* Store.putPolicy("default", "tickets", fitted)
      const plain = yield* Store.createKey()
      const own = yield* Store.createKey({ policy: "tickets" })
      const other = yield* Store.createKey({ group: "other", createGroup: true })
      return { plain, own, other }
    }).pipe(Effect.provide(store))
    keys = Object.fromEntries(Object.entries(made).map(([name, { key }]) => [name, Redacted.value(key)]))
    url = yield* startServer(
      {
        decisions: Layer.orDie(sourceOf(backends).layer),
        keys: Layer.provide(stored, Layer.succeedContext(store))
      },
      Layer.mergeAll(
        layerMcp,
        Layer.provide(Store.layerPolicies(judge), Layer.succeedContext(store)),
        Layer.succeed(ServerSettings, {
          ...ServerSettings.defaultValue(),
          origins: ["https://app.example"]
        })
      )
    )
  })
  await run(program)
})

beforeEach(() => void Object.assign(served, { model: "m-1", decimals: 9 }))

export const doors = {
  "/v1/decisions": (state: string, question: object) => ({
    model: "decider-27b",
    state,
    questions: { urgent: question }
  }),
  "/v1/systemone": (state: string, question: object) => ({ state, questions: { urgent: question } }),
  "/openai/v1/decisions": (state: string, { instructions }: { instructions?: string }) => ({
    model: "decider-27b",
    input: state,
    questions: [{ type: "predicate", name: "urgent", instructions }]
  })
} as const

export type Door = keyof typeof doors
export const all = Object.keys(doors) as ReadonlyArray<Door>

/** A request; by default one that is acted upon. */
export interface Asked {
  readonly door?: Door
  readonly state?: string
  readonly question?: object
  readonly questions?: object
  readonly header?: string
  readonly key?: string
  readonly headers?: { readonly [name: string]: string }
}

export const ask = async ({
  door = "/v1/decisions",
  header,
  headers,
  key = "plain",
  question = urgent,
  questions,
  state = "p 0.951234567"
}: Asked) => {
  const response = await fetch(url + door, {
    method: "POST",
    headers: {
      authorization: `Bearer ${keys[key]}`,
      "content-type": "application/json",
      ...(header !== undefined && { "x-leadline-policy": header }),
      ...headers
    },
    body: JSON.stringify({ ...doors[door](state, question), ...(questions && { questions }) })
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    action: response.headers.get("x-leadline-action"),
    text,
    body: JSON.parse(text)
  }
}
