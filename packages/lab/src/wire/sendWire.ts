// Sends the request of a wire case to a server, over a socket or to a fetch handler, and checks the answer.
import * as Redacted from "effect/Redacted"
import assert from "node:assert/strict"
import * as Http from "node:http"
import { Readable } from "node:stream"
import { text as readText } from "node:stream/consumers"
import { apiKey } from "../server/testServer.ts"
import type { WireCase } from "./WireCase.ts"

/** What came back. */
interface Received {
  readonly status: number
  readonly headers: { readonly [name: string]: string | ReadonlyArray<string> | undefined }
  readonly text: string
}

/** Sends the request of a case to a server. */
export type SendWire = (wire: WireCase) => Promise<Received>

const headersOf = ({ anonymous, headers = [] }: WireCase): ReadonlyArray<readonly [string, string]> =>
  anonymous === true ? headers : [["authorization", `Bearer ${Redacted.value(apiKey)}`], ...headers]

const chunk = new Uint8Array(65_536).fill(0x78)

function* pieces(bytes: number) {
  yield new Uint8Array([0x22])
  for (let left = bytes - 1; left > 0; left -= chunk.length) yield chunk.subarray(0, left)
}

/** Through node:http, whose targets and headers go out as they are given. */
export const overSocket =
  (baseUrl: string): SendWire =>
  (wire) =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(baseUrl)
      const request = Http.request(
        { hostname, port, method: wire.method ?? "POST", path: wire.path ?? "/v1/decisions", agent: false },
        (response) => {
          const { headers, statusCode: status = 0 } = response
          readText(response).then((body) => resolve({ status, headers, text: body }), reject)
        }
      )
      // A refused body may be cut while it is still being written.
      request.on("error", reject)
      for (const [name, value] of headersOf(wire)) request.setHeader(name, value)
      const { body } = wire
      if (typeof body === "object" && !(body instanceof Uint8Array))
        return Readable.from(pieces(body.chunked)).pipe(request)
      if (body !== undefined) request.setHeader("content-length", Buffer.byteLength(body))
      return request.end(body)
    })

/** Through a fetch handler, without any socket. */
export const overFetch =
  (fetch: (input: string, init: RequestInit) => Promise<Response>): SendWire =>
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

/** Throws unless the answer is that of the case, headers and all. */
export const checkWire = (wire: WireCase, { headers, status, text }: Received): void => {
  assert.strictEqual(status, wire.status, text.slice(0, 500))
  if (typeof wire.answer === "function") assert.ok(wire.answer(JSON.parse(text)), text.slice(0, 500))
  else if (typeof wire.answer === "string") assert.deepStrictEqual(frames(text), frames(wire.answer))
  else assert.deepStrictEqual(JSON.parse(text), wire.answer)
  assert.ok(!text.includes("secret-cause"), text)
  for (const [name, wanted] of Object.entries(wire.answerHeaders ?? {})) {
    const value = headers[name]
    if (wanted === null) assert.equal(value, undefined, name)
    else if (typeof wanted === "string") assert.strictEqual(value, wanted, name)
    else assert.match(String(value ?? ""), wanted)
  }
}
