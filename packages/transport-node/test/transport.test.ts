// What the transport sends and reports. How it breaks is in the faults of the laboratory.
import type { Receiver, TransportRequest } from "@leadline/core/transport"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { assert, it, onTestFinished } from "vitest"
import { makeTransport } from "../src/transport.ts"
import { until } from "./fixtures/clients.ts"
import { listen, type Respond, whole } from "./fixtures/rawServer.ts"

const sending = async (respond: Respond) => {
  const server = await listen(respond)
  const scope = Scope.makeUnsafe()
  const close = () => Effect.runPromise(Scope.close(scope, Exit.void))
  onTestFinished(close)
  const { send } = Effect.runSync(Effect.provideService(makeTransport(), Scope.Scope, scope))
  /** Sends a request; gives what is reported of it. */
  const sent = (request: Partial<TransportRequest> = {}) => {
    const { promise: over, resolve } = Promise.withResolvers<void>()
    const reported: Array<string> = []
    let fields: { readonly [name: string]: string } = {}
    const record = (what: string) => void reported.push(what)
    const receiver: Receiver = {
      onPhase: (phase) => {
        if (reported.at(-1) !== phase) record(phase)
      },
      onHead: (status, head) => {
        fields = head
        record(`head ${status}`)
      },
      onBytes: (bytes) => {
        record(`${bytes.length} bytes`)
        return true
      },
      onEnd: () => {
        record("end")
        resolve()
      },
      onError: (cause) => {
        record(`error ${String(Reflect.get(cause as object, "code"))}`)
        resolve()
      }
    }
    const plain = { method: "GET", url: `${server.baseUrl}/v1/x?y=1`, headers: {}, body: undefined }
    send({ ...plain, ...request }, receiver)
    return { over, reported, fields: () => fields }
  }
  return { server, close, send: sent }
}

it("sends text and bytes with their length, and reports phases, one final head, bytes and the end", async () => {
  const heard: Array<string> = []
  const { send } = await sending((socket, _, request) => {
    heard.push(Buffer.from(request, "latin1").toString())
    socket.write("HTTP/1.1 103 Early Hints\r\nx-early: 1\r\n\r\n")
    socket.write(whole("text", "HTTP/1.1 200 OK", "X-A: 1", "x-a: 2", "__proto__: 3", "constructor: 4"))
  })
  const { fields, over, reported } = send({ headers: { accept: "text/plain" } })
  await over
  assert.deepEqual(reported, ["connect", "send", "headers", "head 200", "4 bytes", "end"])
  assert.strictEqual(fields()["x-a"], "1, 2")
  assert.strictEqual(Object.getOwnPropertyDescriptor(fields(), "__proto__")?.value, "3")
  assert.strictEqual(fields()["constructor"], "4")
  assert.notProperty(fields(), "x-early")
  assert.match(
    heard.pop() ?? "",
    /^GET \/v1\/x\?y=1 HTTP\/1\.1\r\nhost: 127\.0\.0\.1:\d+\r\n.*accept: text\/plain\r\n/s
  )
  for (const body of ["zwölf", new TextEncoder().encode("zwölf"), undefined]) {
    await send({ method: "POST", body }).over
    const wanted = body === undefined ? "content-length: 0\r\n\r\n" : "content-length: 6\r\n\r\nzwölf"
    assert.isTrue(heard.pop()?.endsWith(wanted))
  }
})

it.each([
  [{ url: "no url" }, "ERR_INVALID_URL"],
  [{ method: "NOT GOOD" }, "UND_ERR_INVALID_ARG"],
  [{ headers: { x: "two\r\nlines" } }, "UND_ERR_INVALID_ARG"]
])("reports what it cannot send as an error, and throws nothing: %j", async (part, code) => {
  const { send, server } = await sending(() => undefined)
  const { over, reported } = send(part)
  await over
  assert.strictEqual(reported.at(-1), `error ${code}`)
  assert.strictEqual(server.requests(), 0)
})

it("keeps to the base of each request: another origin, port or scheme is another connection", async () => {
  const { send, server } = await sending((socket) => socket.write(whole("")))
  const other = await listen((socket) => socket.write(whole("")))
  for (const url of [`${server.baseUrl}/a`, `${other.baseUrl}/a`, `http://localhost:${server.port}/b`])
    await send({ url }).over
  assert.deepEqual([server.requests(), other.requests(), server.accepted()], [2, 1, 2])
})

it("a closed transport fails its exchanges, and takes no more", async () => {
  const { close, send, server } = await sending(() => undefined)
  const first = send()
  await until(() => server.requests() === 1)
  await close()
  for (const { over, reported } of [first, send()]) {
    await over
    assert.match(reported.at(-1) ?? "", /^error UND_ERR_/)
  }
})
