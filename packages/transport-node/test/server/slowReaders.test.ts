import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { makeSlowReaders } from "../../src/server/slowReaders.ts"

/** An answer of which so many bytes have left, and others wait. */
const answering = () => {
  const socket = new Socket()
  const state = { left: 0, waiting: 1 }
  Object.defineProperties(socket, {
    bytesWritten: { get: () => state.left + state.waiting },
    writableLength: { get: () => state.waiting }
  })
  const response = new ServerResponse(new IncomingMessage(socket))
  response.assignSocket(socket)
  return { isCut: () => socket.destroyed, response, state }
}

/** Seconds until an answer is cut of which so many bytes leave each second; undefined: not in three minutes. */
const cutAfter = (minDataRate: number, rate: number, waiting = 1) => {
  const stalls = makeSlowReaders(30_000, minDataRate)
  const { isCut, response, state } = answering()
  stalls.watch(response)
  state.waiting = waiting
  try {
    for (let second = 1; second <= 180; second++) {
      vi.advanceTimersByTime(1_000)
      state.left += rate
      if (isCut()) return second
    }
    return undefined
  } finally {
    stalls.stop()
  }
}

describe("an answer whose bytes wait", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }))
  afterEach(() => void vi.useRealTimers())

  it.each([
    ["is cut when none has left for the time", 0, 0, 1, 33],
    ["is cut when they leave more slowly than the minimum rate", 1_024, 1_000, 1, 33],
    ["goes on at the minimum rate", 1_024, 1_024, 1, undefined],
    ["goes on at any rate without a minimum", 0, 1, 1, undefined],
    ["goes on while none waits", 1_024, 0, 0, undefined]
  ])("%s", (_, minDataRate, rate, waiting, seconds) => {
    assert.strictEqual(cutAfter(minDataRate, rate, waiting), seconds)
  })
})
