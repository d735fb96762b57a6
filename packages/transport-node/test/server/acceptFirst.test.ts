// All connections that wait are accepted before one of them is read. The clock stands still.
import { Socket } from "node:net"
import { setImmediate } from "node:timers/promises"
import { assert, it, onTestFinished, vi } from "vitest"
import { readLater } from "../../src/server/acceptFirst.ts"

const paused = (): Socket => {
  const socket = new Socket().pause()
  onTestFinished(() => void socket.destroy())
  return socket
}

it("new connections are read once a turn brings no further one, or after 20 ms", async () => {
  let now = 0
  vi.spyOn(performance, "now").mockImplementation(() => now)
  onTestFinished(() => void vi.restoreAllMocks())
  const sockets = [paused(), paused(), paused(), paused()] as const
  const arePaused = () => sockets.map((socket) => socket.isPaused())
  readLater(sockets[0])
  await setImmediate()
  readLater(sockets[1])
  await setImmediate()
  assert.deepStrictEqual(arePaused(), [true, true, true, true])
  await setImmediate()
  assert.deepStrictEqual(arePaused(), [false, false, true, true])
  readLater(sockets[2])
  await setImmediate()
  now += 20
  readLater(sockets[3])
  await setImmediate()
  assert.deepStrictEqual(arePaused(), [false, false, false, false])
})
