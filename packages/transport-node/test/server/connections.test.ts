// Which connections a server keeps when it is full: of an address, and of all.
import { EventEmitter } from "node:events"
import { Socket } from "node:net"
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { makeConnectionEviction } from "../../src/server/connectionEviction.ts"
import { makePerAddress } from "../../src/server/connectionsPerAddress.ts"
import { fittingBounds } from "../../src/server/openFileLimit.ts"

const close = (socket: Socket) => EventEmitter.prototype.emit.call(socket, "close")

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

describe("a full server", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }))
  afterEach(() => void vi.useRealTimers())

  it("closes all idle connections first, then the oldest without a request, and again after a second", () => {
    const server = serverFor(3)
    const [unheard, later] = [server.open().socket, server.open().socket]
    const first = idle(server)
    assert.strictEqual(server.open().closed, 1)
    assert.deepStrictEqual([first.destroyed, unheard.destroyed], [true, false])
    const other = idle(server)
    assert.deepStrictEqual([unheard.destroyed, later.destroyed], [true, false])
    server.open()
    assert.isFalse(other.destroyed)
    vi.advanceTimersByTime(1_000)
    server.open()
    assert.isTrue(other.destroyed)
  })

  it("closes none with a request in progress: a new one cannot stay, until one of them closes", () => {
    const server = serverFor(2)
    const [first, second] = [busy(server), busy(server)]
    // A second request waits behind an answered one.
    server.room.requestStarted(second)
    server.room.answered(second)
    assert.isUndefined(server.open().closed)
    assert.isFalse(first.destroyed || second.destroyed)
    close(first)
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

const from = (address: string | undefined) =>
  Object.defineProperty(new Socket(), "remoteAddress", { value: address })

describe("connections of one address", () => {
  it("are as many as allowed and no more; each address has its own", () => {
    const stays = makePerAddress(2, [])
    const first = from("203.0.113.7")
    const others = [from("::ffff:203.0.113.7"), from("203.0.113.7"), from("203.0.113.8")]
    assert.deepStrictEqual([first, ...others].map(stays), [true, true, false, true])
    close(first)
    assert.deepStrictEqual([from("203.0.113.7"), from("203.0.113.7")].map(stays), [true, false])
  })

  it("are not counted for loopback, listed proxies or an unknown address, nor with a limit of 0", () => {
    const stays = makePerAddress(1, ["10.0.0.0/8", "2001:db8::5"])
    for (const address of ["127.8.8.8", "::1", "::ffff:127.0.0.1", "10.1.2.3", "2001:db8::5", undefined])
      for (let count = 0; count < 2; count++) assert.isTrue(stays(from(address)), address)
    const all = makePerAddress(0, [])
    for (let count = 0; count < 2; count++) assert.isTrue(all(from("203.0.113.7")))
  })
})

it.each([
  [1_000, 20_000, 10_000, 1_000],
  [1_000, 19_998, 9_999, 1_000],
  [1_000, 1_024, 512, 52],
  [1, 1, 1, 1],
  [0, 1_024, 512, 0]
])(
  "of 10,000 connections, %i an address, as many fit as half of %i open files: %i, %i",
  (own, files, all, each) => {
    const fitting = fittingBounds({ maxConnections: 10_000, maxConnectionsPerAddress: own }, files)
    assert.deepStrictEqual([fitting.maxConnections, fitting.maxConnectionsPerAddress], [all, each])
  }
)
