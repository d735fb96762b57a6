// The example of a server in front of a model server: chat, decisions, and what goes wrong behind them.
// Source: §4.1, §4.10, §6; Assumed: ours.
import type { Client } from "@leadline/core/client"
import { isApiError } from "@leadline/core/errors"
import { createClient } from "@leadline/transport-fetch"
import { toWebHandler } from "@leadline/transport-fetch/server"
import { layerKeys } from "@leadline/core/authentication"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { layerServices, layerStore } from "../src/model-server/services.ts"

const words = ["High ", "water ", "is ", "at ", "noon."]
const usage = { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 }
const asked: Array<{ readonly model: string; readonly stream: boolean; readonly authorization: unknown }> = []
let left = Promise.resolve()

const frames = (response: ServerResponse, count: number): void => {
  response.writeHead(200, { "content-type": "text/event-stream" })
  const send = (chunk: object) => response.write(`data: ${JSON.stringify({ id: "1", ...chunk })}\n\n`)
  for (const content of words.slice(0, count)) send({ choices: [{ delta: { content } }] })
  if (count < words.length) return
  send({ choices: [{ delta: {}, finish_reason: "stop" }] })
  send({ choices: [], usage })
  response.end("data: [DONE]\n\n")
}

/** A model server: what it does stands in the last message. */
const model = createServer((request, response) => {
  let text = ""
  request.on("data", (data: Buffer) => (text += data.toString()))
  request.on("end", () => {
    const { logprobs, messages, model: name, stream } = JSON.parse(text)
    asked.push({ model: name, stream, authorization: request.headers.authorization })
    const wish: string = messages.at(-1).content
    left = once(response, "close").then(() => undefined)
    if (wish === "fail") return void response.writeHead(500).end("secret of the model server")
    if (wish === "busy") return void response.writeHead(429).end()
    if (wish === "hang") return frames(response, 2)
    if (wish === "break") {
      frames(response, 2)
      return void setTimeout(() => response.destroy(), 50)
    }
    if (logprobs === true) {
      const top_logprobs = [
        { token: " B", logprob: Math.log(0.6) },
        { token: "A", logprob: Math.log(0.3) },
        { token: "The", logprob: Math.log(0.1) }
      ]
      response.writeHead(200, { "content-type": "application/json" })
      return void response.end(JSON.stringify({ choices: [{ logprobs: { content: [{ top_logprobs }] } }] }))
    }
    if (stream === true) return frames(response, words.length)
    const message = { role: "assistant", content: words.join("") }
    response.writeHead(200, { "content-type": "application/json" })
    return void response.end(
      JSON.stringify({ id: "1", created: 1, choices: [{ message, finish_reason: "length" }], usage })
    )
  })
})

const directory = mkdtempSync(join(tmpdir(), "leadline-model-server-"))
let url = ""
beforeAll(async () => {
  model.listen(0, "127.0.0.1")
  await once(model, "listening")
  url = `http://127.0.0.1:${(model.address() as AddressInfo).port}`
})
afterAll(() => {
  model.closeAllConnections()
  model.close()
  rmSync(directory, { recursive: true, force: true })
})

const ask = (content: string) => ({ model: "sonar" as const, messages: [{ role: "user" as const, content }] })

const failure = async (call: PromiseLike<unknown>) => {
  const error: unknown = await Promise.resolve(call).catch((caught: unknown) => caught)
  return isApiError(error) ? error : assert.fail(`no failure: ${String(error)}`)
}

describe("over a model server", () => {
  const apiKey = Redacted.make("a-key-of-this-test")
  let client: Client
  let end: () => Promise<void>
  beforeAll(() => {
    const services = layerServices({
      modelServer: { url, model: "llama3.2", key: Redacted.make("its-key") },
      documents: import.meta.dirname
    })
    const { dispose, handler } = toWebHandler(
      Layer.mergeAll(services, layerKeys([apiKey]), Logger.layer([])).pipe(
        Layer.provide(layerStore(directory))
      )
    )
    client = createClient({
      apiKey,
      baseUrl: "http://localhost",
      maxRetries: 0,
      fetch: (input, init) => handler(new Request(input, init))
    })
    end = () => client.close().then(dispose)
  })
  afterAll(() => end())

  const textOf = async (content: string): Promise<string> => {
    let text = ""
    for await (const { choices } of client.chat.stream(ask(content))) text += choices[0]?.delta.content ?? ""
    return text
  }

  it("answers whole, under the model that was asked for", async () => {
    const answer = await client.chat.create({ ...ask("When is high water?"), max_tokens: 5 })
    assert.strictEqual(answer.model, "sonar")
    assert.strictEqual(answer.choices[0]?.message.content, "High water is at noon.")
    assert.strictEqual(answer.choices[0]?.finish_reason, "length")
    assert.strictEqual(answer.usage?.total_tokens, 12)
    assert.deepStrictEqual(asked.at(-1), {
      model: "llama3.2",
      stream: false,
      authorization: "Bearer its-key"
    })
  })

  it("streams, and the last event has the whole", async () => {
    const events = []
    for await (const event of client.chat.stream(ask("When is high water?"))) events.push(event)
    const last = events.at(-1)
    assert.strictEqual(last?.object, "chat.completion.done")
    assert.strictEqual(last?.choices[0]?.message?.content, "High water is at noon.")
    assert.strictEqual(last?.usage?.total_tokens, 12)
    assert.strictEqual(events.map(({ choices }) => choices[0]?.delta.content ?? "").join(""), words.join(""))
  })

  it("leaves the model server when its caller leaves", async () => {
    for await (const _ of client.chat.stream(ask("hang"))) break
    await left
  })

  it("tells a failure by its consequence, without words of the model server", async () => {
    const error = await failure(client.chat.create(ask("fail")))
    assert.strictEqual(error._tag, "ConnectionError")
    assert.strictEqual(error.status, 502)
    assert.notInclude(JSON.stringify(error), "secret")
    assert.strictEqual((await failure(client.chat.create(ask("busy"))))._tag, "UnavailableError")
    assert.strictEqual((await failure(textOf("busy")))._tag, "UnavailableError")
  })

  it("tells a stream that breaks off", async () => {
    const error = await failure(textOf("break"))
    assert.strictEqual(error._tag, "InternalServerError")
    assert.strictEqual(error.eventsSeen, 2)
  })

  it("weighs the options of decisions by their log-probabilities", async () => {
    const { answers, usage: used } = await client.decisions.create({
      model: "decider-27b",
      state: "The export fails.",
      questions: {
        team: { type: "choice", criteria: { billing: "Invoices", technical: null } },
        down: { type: "noul", instructions: "Is it down?" },
        mood: { type: "score", criteria: ["calm", "cross", "furious"] }
      }
    })
    assert.strictEqual(answers.team.choice, "technical")
    assert.closeTo(answers.team.probabilities.technical, 2 / 3, 1e-9)
    assert.closeTo(answers.down.noul, 1 / 3, 1e-9)
    const rest = 0.1 / Math.E
    assert.closeTo(answers.mood.score, (0.6 + 2 * rest) / (0.9 + rest), 1e-9)
    assert.isAbove(used.input_tokens, 0)
  })

  it("refuses more options than there are letters", async () => {
    const criteria = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`option ${at}`, null]))
    const questions = { which: { type: "choice" as const, criteria } }
    const error = await failure(client.decisions.create({ model: "decider-27b", state: "", questions }))
    assert.strictEqual(error.status, 400)
  })
})

it("the program serves, and ends in good order", { timeout: 120_000 }, async () => {
  const key = "a-key-of-this-test-alone"
  const child = spawn(
    process.execPath,
    ["--conditions=@leadline/source", join(import.meta.dirname, "../src/model-server/serve.ts")],
    {
      cwd: directory,
      env: {
        PATH: process.env["PATH"] ?? "",
        NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
        PORT: "0",
        MODEL_URL: url,
        LEADLINE_API_KEY: key
      },
      stdio: ["ignore", "pipe", "inherit"]
    }
  )
  const ended = once(child, "close")
  let baseUrl = ""
  let printed = ""
  for await (const data of child.stdout) {
    printed += String(data)
    baseUrl = /Listening on (http:\S+)/.exec(printed)?.[1] ?? ""
    if (baseUrl !== "") break
  }
  child.stdout.resume()
  const client = createClient({ apiKey: key, baseUrl })
  const { choices } = await client.chat.create(ask("When is high water?"))
  assert.strictEqual(choices[0]?.message.content, "High water is at noon.")
  await client.close()
  child.kill("SIGTERM")
  assert.deepStrictEqual(await ended, [0, null])
})
