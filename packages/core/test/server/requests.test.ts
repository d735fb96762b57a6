// What is read of a request before its body: its target, its address, and its key.
import { address, countedAddress, parseNetwork, shownAddress } from "../../src/server/networks.ts"
import { makeFindUnlistedProxy, makeForwarded } from "../../src/server/trustedProxies.ts"
import { makeContext, makeExchange } from "./exchanges.ts"
import * as fc from "fast-check"
import { queryOf, requestTarget, type Values } from "../../src/server/requestTarget.ts"
import { assert, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { ApiKeyVerifier, invalidKey } from "../../src/server/ApiKeyVerifier.ts"
import { makeAuthenticate } from "../../src/server/Authentication.ts"
import { layer, ServerSettings } from "../../src/server/ServerSettings.ts"
import { testOver } from "../fixtures/effects.ts"

it.each([
  ["::ffff:203.0.113.77", "truncated", "203.0.113.0/24"],
  ["2001:db8:1:2::7", "truncated", "2001:db8:1::/48"],
  ["evil\ntext", "full", null]
] as const)("in a log the address %s, %s, is %s", (text, detail, shown) => {
  assert.strictEqual(shownAddress(text, detail), shown)
})

it.each([
  ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", true],
  ["2001:db8:1:2::1", "2001:db8:1:3::1", false]
])("limits count %s and %s as one address: %s", (one, other, isOne) => {
  const [first, second] = [one, other].map((text) => countedAddress(address(text) ?? assert.fail(text)))
  assert.strictEqual(first === second, isOne)
})

it.each([
  ["::ffff:10.0.0.1", true],
  ["2001:db8::/32", true],
  ["::ffff:0:0/95", false],
  ["::ffff:10.0.0.1/128", false]
])("the network %s may be written: %s", (text, valid) => {
  assert.strictEqual(parseNetwork(text) !== undefined, valid)
})

it.each([
  ["of several is the last hop before them", "10.9.0.1", "1.1.1.1, 203.0.113.7, 10.9.0.2", "203.0.113.7"],
  ["of a sender that is not listed is its own", "203.0.113.9", "203.0.113.7", "203.0.113.9"],
  ["behind a hop that is no address is the sender's", "10.9.0.1", "203.0.113.7, x", "10.9.0.1"]
])("the address of a request %s", (_, sender, hops, expected) => {
  const forwarded = makeForwarded(["10.9.0.0/16"])(
    makeExchange({ remoteAddress: sender, headers: { "x-forwarded-for": hops } })
  )
  assert.strictEqual(forwarded.remoteAddress, expected)
})

it.each(["127.0.0.1", "::1", "::ffff:10.0.0.5", "192.168.1.2", "169.254.1.1", "fd00::1"])(
  "a proxy that is not listed is found once at %s",
  (remoteAddress) => {
    const find = makeFindUnlistedProxy(["10.9.0.0/16"])
    const sent = [{}, { forwarded: "for=203.0.113.7" }, { "x-forwarded-for": "203.0.113.7" }]
    const found = sent.map((headers) => find(makeExchange({ remoteAddress, headers })))
    assert.deepStrictEqual(found, [false, true, false])
  }
)

it.each([
  ["http://a/b?c#d", "/b?c"],
  ["HTTPS://A:1/%2F/../b", "/%2F/../b"],
  ["ftp://a/b", undefined]
])("the target of %j is as it was sent: %j", (url, expected) => {
  assert.strictEqual(requestTarget(url), expected)
})

/** All values of each name. */
const reference = (query: string): Values => {
  const params = new URL(`http://localhost/?${query}`).searchParams
  return Object.fromEntries(
    Array.from(new Set(params.keys()), (name) => {
      const [first = "", ...others] = params.getAll(name)
      return [name, others.length === 0 ? first : [first, ...others]]
    })
  )
}

const examples = `limit=10 a a= =a = &&a=1&&b=2& a=1&a=2&a=3 a=1=2 a+b=c+d a=%20%2B%26%3D%23 a=%c3%a9%C3%A9 a=% a=%4
  a=%4g&b=%g4 a=%%34%31 a=%ff%fe%C3 a=%EF%BB%BFb a=é\u{1f600}%20é a=1#b=2 a=1?b=2
  __proto__=1&__proto__=2&constructor=3&toString=4`

it("the query of a target is read as the query of a URL", () => {
  const unit = fc.constantFrom(...Array.from("ab=&+%%%%0123456789cdefCDEF#?/~"))
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 24 }), (query) => {
      assert.deepStrictEqual(queryOf(`/v1/skills?${query}`), reference(query))
    }),
    { numRuns: 1_000, examples: examples.split(/\s+/).map((query) => [query]) }
  )
  assert.deepStrictEqual(queryOf("/v1/skills"), {})
})

const test = testOver(layer({ refusedKeysPerSecond: 2 }))

test("a key is verified at each request, but for an address that had too many refused ones, until two minutes later", function* () {
  const verified: Array<string> = []
  const authenticate = yield* makeAuthenticate.pipe(
    Effect.provideService(ApiKeyVerifier, {
      verify: (key) => {
        verified.push(Redacted.value(key))
        return Redacted.value(key) === "right"
          ? Effect.succeed({ group: "a", key: "a" })
          : Effect.fail(invalidKey())
      }
    })
  )
  const fiberContext = yield* Effect.context()
  const settings = yield* ServerSettings
  const ask = Effect.fnUntraced(function* (key: string | undefined) {
    const exchange = makeExchange({ headers: key === undefined ? {} : { authorization: `Bearer ${key}` } })
    const startedAt = yield* Clock.currentTimeMillis
    const context = makeContext(exchange, { fiberContext, startedAt }, settings)
    return yield* Effect.match(authenticate(context), {
      onSuccess: () => "accepted",
      onFailure: ({ _tag }) => _tag
    })
  })
  const [no, tooMany] = ["AuthenticationError", "RateLimitError"]
  const first = ["wrong", undefined, "right", "wrong"]
  assert.deepStrictEqual(yield* Effect.forEach(first, ask), [no, no, tooMany, tooMany])
  yield* TestClock.adjust("1 second")
  // A key that was accepted from the address in the last minute is verified all the same.
  const spared = ["right", "wrong", "wrong", "wrong", "right"]
  assert.deepStrictEqual(yield* Effect.forEach(spared, ask), ["accepted", no, no, tooMany, "accepted"])
  yield* TestClock.adjust("2 minutes")
  assert.deepStrictEqual(yield* Effect.forEach(["wrong", "wrong", "right"], ask), [no, no, tooMany])
  assert.deepStrictEqual(verified, ["wrong", ...spared, "wrong", "wrong"])
})
