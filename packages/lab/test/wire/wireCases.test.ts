// Every wire case against every server: node:http, a fetch handler, and an Effect `HttpRouter`, in memory and on sockets.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as Http from "node:http"
import { Readable } from "node:stream"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import {
  apiKey,
  startInMemory,
  startRouterInMemory,
  startRouterServer,
  startServer,
  type WireCase,
  wireCases
} from "../../src/index.ts"

interface Received {
  readonly status: number
  readonly headers: { readonly [name: string]: string | undefined }
  readonly text: string
}

type Send = (wire: WireCase) => Promise<Received>

const headersOf = ({ anonymous, headers = [] }: WireCase): ReadonlyArray<readonly [string, string]> =>
  anonymous === true ? headers : [["authorization", `Bearer ${Redacted.value(apiKey)}`], ...headers]

const chunk = new Uint8Array(65_536).fill(0x78)

function* pieces(bytes: number) {
  yield new Uint8Array([0x22])
  for (let left = bytes - 1; left > 0; left -= chunk.length)
    yield chunk.subarray(0, Math.min(left, chunk.length))
}

/** Through node:http, whose targets and headers go out as they are given. */
const overSocket =
  (baseUrl: string): Send =>
  (wire) =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(baseUrl)
      const request = Http.request(
        { hostname, port, method: wire.method ?? "POST", path: wire.path ?? "/v1/decisions", agent: false },
        (response) => {
          const chunks: Array<Buffer> = []
          response.on("data", (data: Buffer) => chunks.push(data))
          response.on("error", reject)
          response.on("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: Object.fromEntries(
                Object.entries(response.headers).map(([name, value]) => [name, String(value)])
              ),
              text: Buffer.concat(chunks).toString("utf8")
            })
          )
        }
      )
      // A refused body may be cut while it is still being written.
      request.on("error", reject)
      for (const [name, value] of headersOf(wire)) request.setHeader(name, value)
      const { body } = wire
      if (typeof body === "string" || body instanceof Uint8Array) {
        request.setHeader("content-length", Buffer.byteLength(body))
        request.end(body)
      } else if (body === undefined) request.end()
      else {
        const source = pieces(body.chunked)
        const write = () => {
          const { done, value } = source.next()
          if (done === true) request.end()
          else if (request.write(value)) write()
          else request.once("drain", write)
        }
        write()
      }
    })

/** Through a fetch handler, without any socket. */
const overFetch =
  (fetch: (input: string, init: RequestInit) => Promise<Response>): Send =>
  async (wire) => {
    const { body, method = "POST" } = wire
    const chunked = typeof body === "object" && !(body instanceof Uint8Array)
    const payload = chunked ? Readable.toWeb(Readable.from(pieces(body.chunked))) : body
    const headers = new Headers(headersOf(wire).map(([name, value]) => [name, value]))
    // A host declares the length of a body it knows.
    if (typeof body === "string" || body instanceof Uint8Array) {
      headers.set("content-length", String(Buffer.byteLength(body)))
    }
    const response = await fetch(`http://localhost${wire.path ?? "/v1/decisions"}`, {
      method,
      headers,
      ...(payload === undefined ? {} : { body: payload as BodyInit, duplex: "half" })
    })
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: await response.text()
    }
  }

/** The frames of a stream, their JSON parsed; all else stays as it came. */
const frames = (text: string): ReadonlyArray<unknown> =>
  text.split("\n\n").map((frame) => (frame.startsWith("data: {") ? JSON.parse(frame.slice(6)) : frame))

const check = (wire: WireCase, { headers, status, text }: Received): void => {
  assert.strictEqual(status, wire.status, text.slice(0, 500))
  if (typeof wire.answer === "function") assert.isTrue(wire.answer(JSON.parse(text)), text.slice(0, 500))
  else if (typeof wire.answer === "string") assert.deepStrictEqual(frames(text), frames(wire.answer))
  else assert.deepStrictEqual(JSON.parse(text), wire.answer)
  assert.notInclude(text, "secret-cause")
  for (const [name, wanted] of Object.entries(wire.answerHeaders ?? {})) {
    const value = headers[name]
    if (wanted === null) assert.isUndefined(value, name)
    else if (typeof wanted === "string") assert.strictEqual(value, wanted, name)
    else assert.match(value ?? "", wanted, name)
  }
}

const suite = (name: string, isInMemory: boolean, open: Effect.Effect<Send, unknown, Scope.Scope>) =>
  describe(name, () => {
    const scope = Scope.makeUnsafe()
    let send: Send | undefined
    beforeAll(async () => {
      send = await Effect.runPromise(Scope.provide(open, scope))
    })
    afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
    for (const wire of wireCases) {
      const reason = isInMemory ? wire.notInMemory : undefined
      const title = reason === undefined ? wire.name : `${wire.name} (not here: ${reason})`
      it.skipIf(reason !== undefined)(title, async () => check(wire, await (send ?? assert.fail())(wire)))
    }
  })

suite("over node:http sockets", false, Effect.map(startServer(), overSocket))
suite("over fetch in memory", true, Effect.map(startInMemory(), overFetch))
if (process.env["LONG_TESTS"] === "1") {
  suite("over an HttpRouter on sockets", false, Effect.map(startRouterServer(), overSocket))
  suite("over an HttpRouter in memory", true, Effect.map(startRouterInMemory(), overFetch))
}
