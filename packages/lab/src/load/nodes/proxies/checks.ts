// What a proxy in front of nodes must do, and the slow model server behind them.
import * as Effect from "effect/Effect"
import * as Http from "node:http"
import { text } from "node:stream/consumers"
import { bundle } from "../../../fakes/skills.ts"
import { type FaultReply, playReply } from "../../../faults/FaultReply.ts"
import { serveHttp } from "../../../ports.ts"
import { holdsWithin } from "../../../processes.ts"
import { ask, field, skillForm } from "../../acknowledged.ts"
import { type SentRequest, send } from "../../httpRequest.ts"

/** A running model server. */
export interface ModelServer {
  readonly url: string
  /** Streams whose callers left before the end. */
  readonly left: () => number
  readonly close: () => Promise<void>
}

const chunk = (content: string, finish_reason: string | null = null) =>
  JSON.stringify({
    id: "c1",
    object: "chat.completion.chunk",
    created: 1_790_000_000,
    model: "model",
    choices: [{ index: 0, delta: { content }, finish_reason }]
  })

const whole = JSON.stringify({
  id: "c1",
  object: "chat.completion",
  created: 1_790_000_000,
  model: "model",
  choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "All is well." } }],
  usage: { prompt_tokens: 1, completion_tokens: 3, total_tokens: 4 }
})

const type = (name: string) => ({ "content-type": name })
const streamed: FaultReply = {
  headers: type("text/event-stream"),
  parts: [
    ...Array.from({ length: 10 }, (_, part) => `data: ${chunk(`part ${part} `)}\n\n`),
    `data: ${chunk("", "stop")}\n\ndata: [DONE]\n\n`
  ],
  every: 100
}

/** Starts it on a free port. */
export const startModelServer = async (): Promise<ModelServer> => {
  let left = 0
  const { close, url } = await serveHttp(async (request, response) => {
    if ((await text(request)).includes('"stream":true')) {
      response.on("close", () => {
        if (!response.writableEnded) left++
      })
      return playReply(response, streamed)
    }
    const body =
      request.url?.endsWith("/models") === true ? '{"object":"list","data":[{"id":"model"}]}' : whole
    return playReply(response, { headers: type("application/json"), parts: [body] })
  })
  return { url: `${url}/v1`, left: () => left, close }
}

/** A proxy and what is behind it. */
export interface Setting {
  /** URL of the proxy. */
  readonly url: string
  /** URL of a node. */
  readonly node: string
  readonly key: string
  /** A key that may be used from {@link allowedAddress} alone. */
  readonly narrowKey: string
  readonly modelServer: ModelServer
}

/** An address of this machine. */
export const allowedAddress = "127.0.0.2"

/** A fault in words; undefined: none. */
type Check = (setting: Setting) => Promise<string | undefined>

const chat = (content: string, stream = false) =>
  JSON.stringify({ model: "sonar", stream, messages: [{ role: "user", content }] })

const mebibyte = 1_048_576

/** The least time between the first and the last part of a stream that takes a second. */
const leastSpread = 500

const expectStatus = (what: string, status: number, wanted: number) =>
  status === wanted ? undefined : `${what}: ${status} in place of ${wanted}`

const upload = async ({ key, url }: Setting) => {
  const file = await Effect.runPromise(bundle("tides"))
  return { file: Buffer.from(file), made: await ask(`${url}/v1/skills`, key, { body: skillForm(file) }) }
}

/** All checks by their names. */
export const checks: { readonly [name: string]: Check } = {
  "decisions are answered": async ({ key, url }) => {
    const body = JSON.stringify({
      model: "decider-27b",
      state: "The site is down.",
      questions: { urgent: { type: "noul", instructions: "Is it urgent?" } }
    })
    const { headers, status } = await send({ url: `${url}/v1/decisions`, key, body })
    if (headers["x-request-id"] === undefined) return "no request id"
    return expectStatus("decisions", status, 200)
  },
  "probes are not passed on": async ({ url }) =>
    expectStatus("/-/ready", (await send({ url: `${url}/-/ready` })).status, 404),
  "streams are not held back": async ({ key, url }) => {
    const { body, times } = await send({ url: `${url}/v1/sonar`, key, body: chat("Hello", true) })
    if (!body.toString().trimEnd().endsWith("data: [DONE]")) return "the stream has no end"
    const spread = (times.at(-1) ?? 0) - (times[0] ?? 0)
    return spread >= leastSpread ? undefined : `all parts came within ${spread.toFixed(0)} ms`
  },
  "a caller who leaves ends the work": async ({ key, modelServer, url }) => {
    const before = modelServer.left()
    await send({ url: `${url}/v1/sonar`, key, body: chat("Hello", true), leaves: true })
    const isOver = await holdsWithin(1_000, () => modelServer.left() > before)
    return isOver ? undefined : "the stream went on to its end"
  },
  "large bodies pass, too large ones are 413": async ({ key, node, url }) => {
    const at = async (base: string, bytes: number) =>
      (await send({ url: `${base}/v1/sonar`, key, body: chat("x".repeat(bytes)) })).status
    const [direct, large] = [await at(node, 20 * mebibyte), await at(url, 20 * mebibyte)]
    if (direct !== large) return `20 MiB: ${large}, and ${direct} of the node itself`
    return expectStatus("32 MiB", await at(url, 32 * mebibyte), 413)
  },
  "skills go up and come down": async (setting) => {
    const { file, made } = await upload(setting)
    if (made?.status !== 201) return `upload: ${made?.status}`
    const { key, node, url } = setting
    const { body } = await send({ url: `${url}/v1/skills/${field(made, "skill_id")}/download`, key })
    const place = (JSON.parse(body.toString()) as { readonly url: string }).url
    if (!place.startsWith(url)) return `the address of the download is not that of the proxy: ${place}`
    if (!(await send({ url: place })).body.equals(file)) return "the download differs"
    const headers = { range: "bytes=10-19" }
    const [part, direct] = [
      await send({ url: place, headers }),
      await send({ url: node + new URL(place).pathname, headers })
    ]
    return part.status === direct.status && part.body.equals(direct.body)
      ? undefined
      : `a range: ${part.status}, and ${direct.status} of the node itself`
  },
  "the address of callers is known, and not what they say": async ({ narrowKey, url }) => {
    const statusOf = async (options: Partial<SentRequest>) =>
      (await send({ url: `${url}/v1/async/sonar`, key: narrowKey, ...options })).status
    const allowed = await statusOf({ from: allowedAddress })
    const other = await statusOf({ from: "127.0.0.3" })
    const forged = await statusOf({ from: "127.0.0.3", headers: { "x-forwarded-for": allowedAddress } })
    return [allowed, other, forged].join() === "200,403,403"
      ? undefined
      : `allowed ${allowed}, other ${other}, forged ${forged}`
  },
  "connections are kept": async ({ key, url }) => {
    const agent = new Http.Agent({ keepAlive: true, maxSockets: 1 })
    let reused = 0
    for (let time = 0; time < 20; time++) {
      const { isReused } = await send({ url: `${url}/v1/async/sonar`, key, agent })
      if (isReused) reused++
    }
    agent.destroy()
    return reused === 19 ? undefined : `${reused} of 19 requests used the connection`
  }
}
