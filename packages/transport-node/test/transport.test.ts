// What the transport reports of an exchange, and what it does to its socket.
import type { Phase } from "@leadline/core/errors"
import type { ClientExchange, Receiver, TransportRequest } from "@leadline/core/transport"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { assert, it, onTestFinished } from "vitest"
import type { Socket } from "node:net"
import { setImmediate } from "node:timers/promises"
import { makeTransport } from "../src/transport.ts"
import { until } from "./fixtures/clients.ts"
import { listen, type Respond, whole } from "./fixtures/rawServer.ts"

/** Records all calls. */
class Listener implements Receiver {
  readonly reported: Array<string> = []
  readonly phases: Array<Phase> = []
  fields: { readonly [name: string]: string } = {}
  size = 0
  wantsMore = true
  exchange: ClientExchange | undefined
  onTold: (what: string) => void = () => undefined
  private readonly ending = Promise.withResolvers<void>()
  /** Resolved by the end or an error. */
  readonly over = this.ending.promise

  onPhase(phase: Phase): void {
    this.phases.push(phase)
    this.onTold(phase)
  }
  onHead(status: number, fields: { readonly [name: string]: string }): void {
    this.fields = fields
    this.record(`head ${status}`)
  }
  onBytes(bytes: Uint8Array): boolean {
    this.size += bytes.length
    this.record("bytes")
    return this.wantsMore
  }
  onEnd(): void {
    this.record("end")
    this.ending.resolve()
  }
  onError(cause: unknown): void {
    this.record(`error ${String(Reflect.get(cause as object, "code"))}`)
    this.ending.resolve()
  }
  private record(what: string): void {
    this.reported.push(what)
    this.onTold(what)
  }
}

const sending = async (respond: Respond, accept?: (socket: Socket) => void) => {
  const server = await listen(respond, accept)
  const scope = Scope.makeUnsafe()
  const close = () => Effect.runPromise(Scope.close(scope, Exit.void))
  onTestFinished(close)
  const { send } = Effect.runSync(Effect.provideService(makeTransport(), Scope.Scope, scope))
  return {
    server,
    close,
    /** Sends a request; its listener has the exchange. */
    send: (request: Partial<TransportRequest> = {}, listener = new Listener()) => {
      const plain = { method: "GET", url: `${server.baseUrl}/v1/x?y=1`, headers: {}, body: undefined }
      listener.exchange = send({ ...plain, ...request }, listener)
      return listener
    }
  }
}

it("sends text and bytes with their length, and reports phases, one final head, bytes and the end", async () => {
  const heard: Array<string> = []
  const { send } = await sending((socket, _, request) => {
    heard.push(Buffer.from(request, "latin1").toString())
    socket.write("HTTP/1.1 103 Early Hints\r\nx-early: 1\r\n\r\n")
    socket.write(whole("text", "HTTP/1.1 200 OK", "X-A: 1", "x-a: 2", "__proto__: 3", "constructor: 4"))
  })
  const listener = send({ headers: { accept: "text/plain" } })
  await listener.over
  assert.deepEqual(listener.reported, ["head 200", "bytes", "end"])
  assert.deepEqual([...new Set(listener.phases)], ["connect", "send", "headers"])
  assert.strictEqual(listener.fields["x-a"], "1, 2")
  assert.strictEqual(Object.getOwnPropertyDescriptor(listener.fields, "__proto__")?.value, "3")
  assert.strictEqual(listener.fields["constructor"], "4")
  assert.notProperty(listener.fields, "x-early")
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

it("stops the socket when no more is wanted, and goes on when it is", async () => {
  const size = 32 << 20
  let written = 0
  const { send } = await sending((socket, n) => {
    if (n > 1) return void socket.write(whole(""))
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${size}\r\n\r\n`)
    const part = Buffer.alloc(1 << 16)
    const pump = () => {
      while (written < size && !socket.destroyed) {
        written += part.length
        if (!socket.write(part)) return
      }
    }
    socket.on("drain", pump)
    pump()
  })
  const listener = new Listener()
  listener.wantsMore = false
  send({}, listener)
  await until(() => listener.size > 0)
  // Meanwhile others come to their end: in each, a socket that is read gives more.
  for (let n = 0; n < 40; n++) await send().over
  const { size: had } = listener
  assert.isBelow(had, 1 << 20)
  assert.isBelow(written, size)
  listener.exchange?.resume()
  await until(() => listener.size > had)
  listener.wantsMore = true
  listener.exchange?.resume()
  await listener.over
  assert.strictEqual(listener.size, size)
})

const points = ["connect", "send", "headers", "head 200", "bytes"]
it.each(points)("reports nothing after an abort from within %s, and closes the socket", async (point) => {
  const { send, server } = await sending((socket) => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf")
  })
  const listener = new Listener()
  let after = -1
  listener.onTold = (what) => {
    if (what !== point || after >= 0) return
    const now = () => {
      after = listener.reported.length
      listener.exchange?.abort()
    }
    if (listener.exchange === undefined) queueMicrotask(now)
    else now()
  }
  send({}, listener)
  await until(() => after >= 0 && server.open() === 0)
  for (let turn = 0; turn < 10; turn++) await setImmediate()
  assert.strictEqual(listener.reported.length, after)
  listener.exchange?.abort()
  listener.exchange?.resume()
})

it("an abort while the request is being sent frees the socket", async () => {
  let peer: Socket | undefined
  const { send, server } = await sending(
    () => undefined,
    (socket) => {
      peer = socket
      socket.once("data", () => socket.pause())
    }
  )
  const { exchange, reported } = send({ method: "POST", body: "x".repeat(20 << 20) })
  await until(() => peer !== undefined && peer.isPaused())
  exchange?.abort()
  peer?.resume()
  await until(() => server.open() === 0)
  assert.deepEqual(reported, [])
})

it.each([
  [{ url: "no url" }, "ERR_INVALID_URL"],
  [{ method: "NOT GOOD" }, "UND_ERR_INVALID_ARG"],
  [{ headers: { x: "two\r\nlines" } }, "UND_ERR_INVALID_ARG"]
])("reports what it cannot send as an error, and throws nothing: %j", async (part, code) => {
  const { send, server } = await sending(() => undefined)
  const listener = send(part)
  await listener.over
  assert.deepEqual(listener.reported, [`error ${code}`])
  assert.strictEqual(server.requests(), 0)
})

it("keeps to the base of each request: another origin, port or scheme is another connection", async () => {
  const { send, server } = await sending((socket) => socket.write(whole("")))
  const other = await listen((socket) => socket.write(whole("")))
  const counts = [0, 0]
  for (const [url, at] of [
    [`${server.baseUrl}/a`, 0],
    [`${other.baseUrl}/a`, 1],
    [`http://localhost:${server.port}/b`, 0],
    [`${server.baseUrl}/c d#e`, 0]
  ] as const) {
    await send({ url }).over
    counts[at] = (counts[at] ?? 0) + 1
    assert.deepEqual([server.requests(), other.requests()], counts, url)
  }
})

it("a closed transport fails its exchanges, those of its start too, and takes no more", async () => {
  const early = await sending((socket) => socket.write(whole("late")))
  const first = early.send()
  await early.close()
  await first.over
  assert.deepEqual([first.reported, early.server.requests()], [["error undefined"], 0])
  const { close, send, server } = await sending(() => undefined)
  const listener = send()
  await until(() => server.requests() === 1)
  await close()
  await listener.over
  assert.deepEqual(listener.reported, ["error UND_ERR_DESTROYED"])
  const next = send()
  await next.over
  assert.match(next.reported[0] ?? "", /^error UND_ERR_/)
})
