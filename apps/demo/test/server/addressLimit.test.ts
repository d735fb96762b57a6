// The limit of requests of one address, whatever they ask for.
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { demo, origin } from "../visitor.ts"

// The middle of a minute, in which the clock stands.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: 90_000 }))
afterEach(() => void vi.useRealTimers())

/** Sends requests to a demo, and gives their statuses by address. */
const visitors = (environment: Parameters<typeof demo>[0]) => {
  const { fetch } = demo(environment)
  const send = (address: string, headers: { readonly [name: string]: string } = {}) =>
    fetch(new Request(`${origin}/`, { headers }), address)
  return {
    send,
    /** The statuses of requests of addresses, if given forwarded for another one. */
    statuses: async (addresses: ReadonlyArray<string>, hop = "") => {
      const headers = { ...(hop !== "" && { "x-forwarded-for": `198.51.100.1, ${hop}` }) }
      const answers = await Promise.all(addresses.map((address) => send(address, headers)))
      return answers.map(({ status }) => status)
    }
  }
}

describe("an address", () => {
  it("may send 300 requests in a minute; one more is 429, until the minute ends", async () => {
    const { send, statuses } = visitors({})
    const most = Array.from({ length: 300 }, () => "203.0.113.7")
    assert.deepEqual(new Set(await statuses(most)), new Set([200]))
    const refused = await send("203.0.113.7")
    assert.deepEqual([refused.status, refused.headers.get("retry-after")], [429, "30"])
    assert.deepEqual(await refused.json(), { message: "Your address sent too many requests." })
    assert.deepEqual(await statuses(["203.0.113.8"]), [200])
    vi.setSystemTime(120_000)
    assert.deepEqual(await statuses(["203.0.113.7"]), [200])
  })

  it.each([
    ["2001:db8:1:2::7", "2001:db8:1:2:3:4:5:6", 429],
    ["127.0.0.1", "::1", 200]
  ])("counts %s before %s, which is %i", async (one, other, status) => {
    assert.deepEqual(await visitors({ REQUESTS_PER_MINUTE: "1" }).statuses([one, other]), [200, status])
  })

  it("of X-Forwarded-For counts behind a listed proxy alone", async () => {
    const open = visitors({ REQUESTS_PER_MINUTE: "1" })
    assert.deepEqual(await open.statuses(["203.0.113.7"], "198.51.100.2"), [200])
    assert.deepEqual(await open.statuses(["203.0.113.7"], "198.51.100.3"), [429])
    const proxied = visitors({ REQUESTS_PER_MINUTE: "1", PROXIES: "203.0.113.0/24, 127.0.0.1" })
    assert.deepEqual(await proxied.statuses(["203.0.113.7", "127.0.0.1"], "198.51.100.2"), [200, 429])
    assert.deepEqual(await proxied.statuses(["203.0.113.7"], "198.51.100.3"), [200])
  })
})
