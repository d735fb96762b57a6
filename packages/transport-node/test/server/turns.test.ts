// How requests and bodies that come at once share the event loop.
import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { readInTurn } from "../../src/server/bodyTurns.ts"
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
    for (const count of [0, 2, 4, 5]) {
      assert.lengthOf(begun, count)
      await turn()
    }
  })

  it("begin one of each connection in turn, those of one in their order", async () => {
    const { begun, send } = taking(0)
    const [first, second] = [new Socket(), new Socket()]
    send(first, "a1", "a2", "a3")
    send(second, "b1", "b2")
    await turn()
    send(first, "a4")
    await turn()
    assert.deepStrictEqual(begun, ["a1", "b1", "a2", "b2", "a3", "a4"])
  })
})

it("a body of many pieces is read alone in a turn, and once however often it asks", async () => {
  let read = ""
  const body = (name: string, pieces: number) => () => {
    read += name
    return pieces
  }
  const [a, b, c, d] = [body("a", 512), body("b", 512), body("c", 1), body("d", 1)]
  for (const one of [a, b, c, c, d]) readInTurn(one)
  for (const names of ["a", "ab", "abcd", "abcd"]) {
    await turn()
    assert.strictEqual(read, names)
  }
})
