// The limit of requests of one address, whatever they ask for.
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { readSettings } from "../../src/server/settings.ts"
import { demo, origin } from "../visitor.ts"

// The middle of a minute, in which the clock stands.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: 90_000 }))
afterEach(() => void vi.useRealTimers())

type Environment = Parameters<typeof demo>[0]

/** Sends requests to a demo, and gives their statuses by address. */
const visitors = (environment: Environment) => {
  const { fetch } = demo(environment)
  const send = (address: string | undefined, headers: { readonly [name: string]: string } = {}) =>
    fetch(new Request(`${origin}/`, { headers }), address)
  return {
    send,
    statuses: (addresses: ReadonlyArray<string | undefined>, headers?: { readonly [name: string]: string }) =>
      Promise.all(addresses.map(async (address) => (await send(address, headers)).status))
  }
}

const hops = (last: string) => ({ "x-forwarded-for": `198.51.100.1, ${last}` })

describe("an address", () => {
  it("may send 300 requests in a minute; one more is 429, until the minute ends", async () => {
    const { send, statuses } = visitors({})
    const most = Array.from({ length: 300 }, () => "203.0.113.7")
    assert.deepEqual(new Set(await statuses(most)), new Set([200]))
    const refused = await send("203.0.113.7")
    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get("retry-after"), "30")
    assert.deepEqual(await refused.json(), { message: "Your address sent too many requests." })
    assert.deepEqual(await statuses(["203.0.113.8"]), [200])
    vi.setSystemTime(119_999)
    assert.equal((await send("203.0.113.7")).headers.get("retry-after"), "1")
    vi.setSystemTime(120_000)
    assert.deepEqual(await statuses(["203.0.113.7"]), [200])
  })

  it.each([
    ["2001:db8:1:2::7", "2001:db8:1:2:3:4:5:6", 429],
    ["127.0.0.1", "127.0.0.1", 429],
    ["127.0.0.1", "::1", 200]
  ])("counts %s before %s, which is %i", async (one, other, status) => {
    assert.deepEqual(await visitors({ REQUESTS_PER_MINUTE: "1" }).statuses([one, other]), [200, status])
  })

  it("of X-Forwarded-For counts behind a listed proxy alone", async () => {
    const open = visitors({ REQUESTS_PER_MINUTE: "1" })
    assert.deepEqual(await open.statuses(["203.0.113.7"], hops("198.51.100.2")), [200])
    assert.deepEqual(await open.statuses(["203.0.113.7"], hops("198.51.100.3")), [429])
    const proxied = visitors({ REQUESTS_PER_MINUTE: "1", PROXIES: "203.0.113.0/24, 127.0.0.1" })
    assert.deepEqual(await proxied.statuses(["203.0.113.7", "127.0.0.1"], hops("198.51.100.2")), [200, 429])
    assert.deepEqual(await proxied.statuses(["203.0.113.7"], hops("198.51.100.3")), [200])
    assert.deepEqual(await proxied.statuses(["192.0.2.1", "192.0.2.2"], hops("198.51.100.2")), [200, 200])
  })

  it.each([
    ["REQUESTS_PER_MINUTE", "-1"],
    ["REQUESTS_PER_MINUTE", "1000000000"],
    ["PROXIES", "127.0.0.1 10.0.0.0/33"]
  ])("has no %s of %s", (name, value) => {
    assert.throws(() => readSettings({ [name]: value }), new RegExp(`^${name}: expected `))
  })
})
