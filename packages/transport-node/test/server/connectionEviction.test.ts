import { EventEmitter } from "node:events"
import { Socket } from "node:net"
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { makeConnectionEviction } from "../../src/server/connectionEviction.ts"

/** A server for so many connections. */
const serverFor = (most: number, closesBusy?: boolean) => {
  const room = makeConnectionEviction(most, closesBusy)
  const open = () => {
    const socket = new Socket()
    return { closed: room.opened(socket), socket }
  }
  return { open, room }
}

/** A connection on which a request is in progress. */
const busy = ({ open, room }: ReturnType<typeof serverFor>) => {
  const { socket } = open()
  room.requestStarted(socket)
  return socket
}

/** A connection whose request is answered. */
const idle = (server: ReturnType<typeof serverFor>) => {
  const socket = busy(server)
  server.room.answered(socket)
  return socket
}

describe("a server with as many connections as it may have", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }))
  afterEach(() => void vi.useRealTimers())

  it("closes the oldest connection without a request for a new one, and none before", () => {
    const server = serverFor(3)
    const [first, second] = [server.open(), server.open()]
    busy(server)
    assert.isFalse(first.socket.destroyed)
    assert.strictEqual(server.open().closed, 1)
    assert.deepStrictEqual([first.socket.destroyed, second.socket.destroyed], [true, false])
  })

  it("closes idle connections first, and again after a second", () => {
    const server = serverFor(2)
    const unheard = server.open().socket
    const first = idle(server)
    assert.strictEqual(server.open().closed, 1)
    assert.deepStrictEqual([first.destroyed, unheard.destroyed], [true, false])

    const other = idle(server)
    assert.isTrue(unheard.destroyed)
    server.open()
    assert.isFalse(other.destroyed)
    vi.advanceTimersByTime(1_000)
    server.open()
    assert.isTrue(other.destroyed)
  })

  it("closes idle connections within that second, too, when each has had a request", () => {
    const server = serverFor(2)
    for (let times = 0; times < 2; times++) {
      const sockets = [busy(server), busy(server)]
      for (const socket of sockets) server.room.answered(socket)
    }
    assert.strictEqual(server.open().closed, 2)
  })

  it("keeps a connection with a second request in progress behind an answered one", () => {
    const server = serverFor(1)
    const socket = busy(server)
    server.room.requestStarted(socket)
    server.room.answered(socket)
    assert.isUndefined(server.open().closed)
    assert.isFalse(socket.destroyed)
  })

  it("closes none with a request in progress: a new one cannot stay, until one of them closes", () => {
    const server = serverFor(2)
    const [first, second] = [busy(server), busy(server)]
    assert.isUndefined(server.open().closed)
    assert.isFalse(first.destroyed || second.destroyed)
    EventEmitter.prototype.emit.call(first, "close")
    assert.strictEqual(server.open().closed, 0)
  })

  it("closes the oldest of those with a request in progress, if it may, and idle ones before it", () => {
    const server = serverFor(2, true)
    const first = busy(server)
    const other = idle(server)
    const second = busy(server)
    assert.deepStrictEqual([first.destroyed, other.destroyed], [false, true])
    assert.strictEqual(server.open().closed, 1)
    assert.deepStrictEqual([first.destroyed, second.destroyed], [true, false])
  })
})
