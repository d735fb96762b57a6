import { EventEmitter } from "node:events"
import { Socket } from "node:net"
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { makeRoom } from "../../src/server/makeRoom.ts"

/** A server for so many connections, of which some are idle. */
const serverFor = (most: number) => {
  const idle = new Set<Socket>()
  const closeIdleConnections = () => {
    for (const socket of idle) socket.destroy()
    idle.clear()
  }
  const room = makeRoom({ closeIdleConnections }, most)
  const open = () => {
    const socket = new Socket()
    return { closed: room.opened(socket), socket }
  }
  return { idle, open, room }
}

/** Connections on which a request is under way. */
const busy = ({ open, room }: ReturnType<typeof serverFor>, count: number) =>
  Array.from({ length: count }, () => {
    const { socket } = open()
    room.heard(socket)
    return socket
  })

describe("a server with as many connections as it may have", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }))
  afterEach(() => void vi.useRealTimers())

  it("closes the oldest connection without a request for a new one, and none before", () => {
    const server = serverFor(3)
    const [first, second] = [server.open(), server.open()]
    busy(server, 1)
    assert.isFalse(first.socket.destroyed)
    assert.strictEqual(server.open().closed, 1)
    assert.deepStrictEqual([first.socket.destroyed, second.socket.destroyed], [true, false])
  })

  it("closes idle connections first, and again after a second", () => {
    const server = serverFor(2)
    const unheard = server.open().socket
    const [idle] = busy(server, 1)
    if (idle !== undefined) server.idle.add(idle)
    assert.strictEqual(server.open().closed, 1)
    assert.deepStrictEqual([idle?.destroyed, unheard.destroyed], [true, false])

    const [other] = busy(server, 1)
    assert.isTrue(unheard.destroyed)
    if (other !== undefined) server.idle.add(other)
    server.open()
    assert.isFalse(other?.destroyed)
    vi.advanceTimersByTime(1_000)
    server.open()
    assert.isTrue(other?.destroyed)
  })

  it("closes idle connections within that second, too, when each has had a request", () => {
    const server = serverFor(2)
    for (let times = 0; times < 2; times++) {
      for (const socket of busy(server, 2)) server.idle.add(socket)
    }
    assert.strictEqual(server.open().closed, 2)
  })

  it("closes none with a request under way: a new one cannot stay, until one of them closes", () => {
    const server = serverFor(2)
    const [first, second] = busy(server, 2)
    assert.isUndefined(server.open().closed)
    assert.isFalse(first?.destroyed === true || second?.destroyed === true)
    if (first !== undefined) EventEmitter.prototype.emit.call(first, "close")
    assert.strictEqual(server.open().closed, 0)
  })
})
