// Arbitrary bytes to any route get a documented status and a body, never a 500.
import { served } from "@leadline/core/api"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Redacted from "effect/Redacted"
import * as fc from "fast-check"
import { afterAll, assert, beforeAll, it } from "vitest"
import { apiKey, layerServices, wireCases } from "../../src/index.ts"

const { dispose, handler } = toWebHandler(layerServices())
afterAll(dispose)

interface Route {
  readonly method: string
  readonly path: string
  /** Bodies that are answered well. */
  readonly good: ReadonlyArray<string>
}

/** Nothing that makes a scripted engine break or wait. */
const isPlain = (body: string): boolean =>
  body.startsWith("{") && !/after|cut|die|fail|say|silent|wait/.test(body)

const routes = Object.values(served)
  .flatMap(({ endpoints: { all } }) => all)
  .map(({ operation: { method }, path }): Route => {
    const good = wireCases.flatMap((one) =>
      one.status < 300 && one.path === path && typeof one.body === "string" && isPlain(one.body)
        ? [one.body]
        : []
    )
    return { method, path, good }
  })

interface Documented {
  readonly responses: { readonly [status: string]: { readonly content?: object } }
}

let documented: { readonly [path: string]: { readonly [method: string]: Documented } } = {}
beforeAll(async () => {
  documented = (await (await handler(new Request("http://localhost/openapi.json"))).json()).paths
})

const responses = ({ method, path }: Route): Documented["responses"] =>
  documented[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()]?.responses ?? {}

const encoder = new TextEncoder()

/** The JSON of a value with its member of this number, in writing order, replaced; left out where that is undefined. */
const changed = (value: unknown, number: number, put: unknown): string => {
  let at = 0
  return JSON.stringify(value, (_, member: unknown) => (at++ === number ? put : member)) ?? ""
}

const bodies = ({ good }: Route): fc.Arbitrary<Uint8Array> => {
  const some = good.length === 0 ? fc.constant("{}") : fc.constantFrom(...good)
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constant(undefined),
    fc.constantFrom(1e308, -1, "", "\ud800", [], {})
  )
  const text = fc.oneof(
    some,
    fc.json(),
    fc.tuple(some, fc.nat(20), value).map(([one, at, put]) => changed(JSON.parse(one), at, put))
  )
  const cut = fc.tuple(text, fc.nat(), fc.uint8Array({ maxLength: 3 })).map(([one, place, bytes]) => {
    const whole = encoder.encode(one)
    const at = place % (whole.length + 1)
    return Uint8Array.from([...whole.subarray(0, at), ...bytes, ...whole.subarray(at + bytes.length)])
  })
  return fc.oneof(cut, fc.uint8Array({ maxLength: 64 }))
}

const words = fc.oneof(fc.constantFrom("1", "0", "abc", "20", "", "%00", "a=b"), fc.string({ maxLength: 8 }))
const types = fc.constantFrom(
  "application/json",
  "text/plain",
  "multipart/form-data; boundary=x",
  "a/b;;",
  "application/x-www-form-urlencoded"
)

const judge = async (route: Route, response: Response): Promise<void> => {
  const { status } = response
  const text = await response.text()
  const what = `${route.method} ${route.path}: ${status} ${text.slice(0, 200)}`
  if (status === 404 && text === "") return
  const reported = responses(route)[status]
  assert.isDefined(reported, what)
  assert.notStrictEqual(status, 500, what)
  if (reported?.content === undefined) return assert.strictEqual(text, "", what)
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true
  if (isStream) return assert.match(text, /^(?:(?:data|event): [^\n]*\n\n?|: ping\n\n)*$/, what)
  const body = text === "" ? undefined : JSON.parse(text)
  if (status >= 400) assert.isNotEmpty(body.error?.message ?? body.detail[0].msg, what)
}

it.each(routes)("any bytes to $method $path get an answer of the contract", (route) =>
  fc.assert(
    fc.asyncProperty(bodies(route), words, words, types, async (body, id, query, type) => {
      const path = route.path.replace(/:\w+/g, () => encodeURIComponent(id === "" ? "x" : id.toWellFormed()))
      const response = await handler(
        new Request(`http://localhost${path}?limit=${encodeURIComponent(query.toWellFormed())}`, {
          method: route.method,
          headers: { authorization: `Bearer ${Redacted.value(apiKey)}`, "content-type": type },
          ...(route.method === "GET" ? {} : { body: Uint8Array.from(body) })
        })
      )
      await judge(route, response)
    }),
    { numRuns: process.env["LONG_TESTS"] === "1" ? 60 : 15 }
  )
)
