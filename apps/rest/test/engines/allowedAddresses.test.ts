// The addresses at which the upstream server may be.
import { assert, describe, it } from "vitest"
import { addressOfHost, makeIsAllowed } from "../../src/engines/allowedAddresses.ts"

const inside = [
  "10.0.0.5",
  "172.16.0.1",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "0.0.0.0",
  "fd00::1"
]
const outside = ["93.184.215.14", "2606:2800:21f::1"]

describe("the upstream server", () => {
  it.each([
    ["https://api.example", [], outside, [...inside, "127.0.0.1", "::1", "::ffff:10.0.0.5"]],
    [
      "https://api.example",
      ["10.0.0.0/8"],
      [...outside, "10.9.8.7", "::ffff:10.0.0.5"],
      ["192.168.1.1", "::1"]
    ],
    ["http://localhost:8080", [], ["127.0.0.1", "::1", "127.9.9.9"], [...inside, ...outside]],
    ["http://[::1]:8080", [], ["::1"], outside],
    ["http://api.example", ["10.0.0.5"], ["10.0.0.5"], ["10.0.0.6", "127.0.0.1", ...outside]]
  ] as const)(
    "of %s, with %j listed, may be at allowed addresses only",
    (url, networks, allowed, refused) => {
      const isAllowed = makeIsAllowed(new URL(url), networks)
      assert.deepStrictEqual(
        allowed.filter((address) => !isAllowed(address)),
        []
      )
      assert.deepStrictEqual(refused.filter(isAllowed), [])
    }
  )

  it("is named by an address or a host name", () => {
    assert.deepStrictEqual(
      [addressOfHost("[::1]"), addressOfHost("10.0.0.1"), addressOfHost("a.example")],
      ["::1", "10.0.0.1", undefined]
    )
  })
})
