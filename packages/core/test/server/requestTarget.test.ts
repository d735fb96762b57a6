import * as fc from "fast-check"
import { assert, it } from "vitest"
import { queryOf, requestTarget, type Values } from "../../src/server/requestTarget.ts"

it.each([
  ["http://a/b?c#d", "/b?c"],
  ["HTTPS://A:1/%2F/../b", "/%2F/../b"],
  ["http://a?b", "/?b"],
  ["/v1/models", undefined],
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
