import { EventEmitter } from "node:events"
import { Socket } from "node:net"
import { assert, describe, it } from "vitest"
import { makePerAddress } from "../../src/server/connectionsPerAddress.ts"

const from = (address: string | undefined): Socket => {
  const socket = new Socket()
  Object.defineProperty(socket, "remoteAddress", { value: address })
  return socket
}

describe("connections of one address", () => {
  it("are as many as allowed and no more; each address has its own", () => {
    const stays = makePerAddress(2, [])
    const first = from("203.0.113.7")
    assert.isTrue(stays(first))
    assert.isTrue(stays(from("::ffff:203.0.113.7")))
    assert.isFalse(stays(from("203.0.113.7")))
    assert.isTrue(stays(from("203.0.113.8")))
    EventEmitter.prototype.emit.call(first, "close")
    assert.isTrue(stays(from("203.0.113.7")))
    assert.isFalse(stays(from("203.0.113.7")))
  })

  it.each(["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1", "10.1.2.3", "2001:db8::5", undefined])(
    "are not counted for %s",
    (address) => {
      const stays = makePerAddress(1, ["10.0.0.0/8", "2001:db8::5"])
      assert.isTrue(stays(from(address)))
      assert.isTrue(stays(from(address)))
    }
  )

  it("are not counted at all with a limit of 0", () => {
    const stays = makePerAddress(0, [])
    for (let count = 0; count < 500; count++) assert.isTrue(stays(from("203.0.113.7")))
  })
})
