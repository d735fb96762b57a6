// Connections while they are made, used, left and found closed.
import dns from "node:dns"
import { setImmediate } from "node:timers/promises"
import { afterEach, assert, describe, it, vi } from "vitest"
import { abortWhen, connected, lateWhen, listed, until } from "./fixtures/clients.ts"
import { listen, silent, whole } from "./fixtures/rawServer.ts"
import { answered, list } from "./fixtures/service.ts"

afterEach(() => void vi.restoreAllMocks())

const sockets = () =>
  process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap" || name === "TCPWrap").length

describe("a connection", () => {
  it("of a lookup without end is left at the deadline or an abort", async () => {
    const lookup = vi.spyOn(dns, "lookup").mockImplementation(() => undefined)
    const before = sockets()
    const options = { baseUrl: "http://service.example" }
    const error = await lateWhen(options, () => lookup.mock.calls.length === 1)
    assert.deepInclude(error, { _tag: "DeadlineExceededError", phase: "dns", sent: false })
    await abortWhen(connected(options), () => lookup.mock.calls.length === 2)
    await until(() => sockets() <= before)
  })

  it("for one leaves at once though others still connect", async () => {
    const server = await silent()
    const client = connected({ baseUrl: server.secureUrl })
    const other = listed(client, { timeout: Infinity })
    await abortWhen(client, () => server.open() === 2)
    await until(() => server.open() === 1)
    await client.close()
    assert.instanceOf(await other, Error)
    await until(() => server.open() === 0)
  })
})

it("a connection that the server closes as the next safe call is sent fails no call", async () => {
  // The first request of each connection is answered, the second finds it closed.
  const used = new WeakSet()
  const server = await listen((socket) => {
    if (used.has(socket)) socket.destroy()
    else socket.write(whole(list))
    used.add(socket)
  })
  const client = connected({ baseUrl: server.baseUrl })
  for (let call = 0; call < 4; call++) {
    const { data, response } = await client.models.list().withResponse()
    assert.deepEqual(data, answered)
    assert.strictEqual(response.attempts, call === 0 ? 1 : 2)
    await setImmediate()
  }
  assert.strictEqual(server.requests(), 7)
})
