import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { scheduleRequests } from "../../src/server/requestScheduler.ts"

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Takes requests by name, each in so many milliseconds; gives the names of those that were begun. */
const taking = (millis: number) => {
  const begun: Array<string> = []
  const take = scheduleRequests(({ url = "" }) => {
    begun.push(url)
    vi.advanceTimersByTime(millis)
  })
  const send = (socket: Socket, ...names: ReadonlyArray<string>) => {
    for (const name of names) {
      const request = Object.assign(new IncomingMessage(socket), { url: name })
      take(request, new ServerResponse(request), () => undefined)
    }
  }
  return { begun, send }
}

describe("requests that come at once", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }))
  afterEach(() => void vi.useRealTimers())

  it("begin after this turn of the event loop, four milliseconds of them in each", async () => {
    const { begun, send } = taking(2)
    send(new Socket(), "1", "2", "3", "4", "5")
    assert.deepStrictEqual(begun, [])
    await turn()
    assert.deepStrictEqual(begun, ["1", "2"])
    await turn()
    assert.deepStrictEqual(begun, ["1", "2", "3", "4"])
    await turn()
    assert.deepStrictEqual(begun, ["1", "2", "3", "4", "5"])
  })

  it("begin one of each connection in turn, those of one in their order", async () => {
    const { begun, send } = taking(0)
    const [first, second] = [new Socket(), new Socket()]
    send(first, "a1", "a2", "a3")
    send(second, "b1", "b2")
    await turn()
    assert.deepStrictEqual(begun, ["a1", "b1", "a2", "b2", "a3"])
    send(first, "a4")
    await turn()
    assert.strictEqual(begun.at(-1), "a4")
  })
})
