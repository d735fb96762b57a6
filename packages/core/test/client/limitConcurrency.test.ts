import { assert, describe, it } from "vitest"
import type { Receiver, Transport } from "../../src/client/Transport.ts"
import { limitConcurrency } from "../../src/client/limitConcurrency.ts"

const request = { method: "GET", url: "http://service.test/", headers: {}, body: undefined } as const

const silent: Receiver = {
  onPhase: () => undefined,
  onHead: () => undefined,
  onBytes: () => true,
  onEnd: () => undefined,
  onError: () => undefined
}

/** One at a time, over a transport that answers when told to. */
const one = () => {
  const sent: Array<Receiver> = []
  const transport: Transport["Service"] = {
    codings: [],
    propagatesTrace: false,
    send: (_, receiver) => {
      sent.push(receiver)
      return { abort: () => undefined, resume: () => undefined }
    }
  }
  const { send } = limitConcurrency(transport, 1)
  return { sent, send: () => send(request, silent) }
}

const turn = () => new Promise((done) => setTimeout(done))

describe("a limit of exchanges", () => {
  it("a call whose turn comes is sent by itself, not by the one before it", async () => {
    const { send, sent } = one()
    send()
    send()
    sent[0]?.onEnd()
    assert.lengthOf(sent, 1)
    await turn()
    assert.lengthOf(sent, 2)
  })

  it("a call aborted just as its turn comes gives it on and sends nothing", async () => {
    const { send, sent } = one()
    send()
    const second = send()
    send()
    sent[0]?.onEnd()
    second.abort()
    await turn()
    assert.lengthOf(sent, 2)
    sent[1]?.onEnd()
    send()
    assert.lengthOf(sent, 3)
  })

  it("a call aborted while it waits takes no turn", async () => {
    const { send, sent } = one()
    send()
    send().abort()
    sent[0]?.onError(undefined)
    await turn()
    assert.lengthOf(sent, 1)
    send()
    assert.lengthOf(sent, 2)
  })
})
