// Options of a client, from code and from the environment.
import { createClient, layerClient, layerTransport } from "@leadline/transport-node"
import { afterEach, assert, it, vi } from "vitest"
import { connected } from "./fixtures/clients.ts"
import { listen, whole } from "./fixtures/rawServer.ts"
import { list } from "./fixtures/service.ts"

afterEach(() => void vi.unstubAllEnvs())

const baseUrl = "http://127.0.0.1:1"

/** Options as JavaScript gives them. */
const made = (options: object) => () => createClient({ baseUrl, ...options })

it.each([
  [() => createClient({ baseURL: baseUrl } as never), "baseURL: unknown option, use baseUrl"],
  [made({ fetch }), /^fetch: unknown option; known are .*dispatcher$/],
  [() => layerTransport({ apiKey: "k" } as never), "apiKey: unknown option"],
  [() => layerClient({ baseUrl, layer: undefined, timeOut: 1 } as never), "use timeout"]
])("an unknown option is a TypeError that leads to the right one: %#", (make, message) => {
  assert.throws(make, TypeError, message)
})

it.each([
  [{ concurrency: 0 }, "concurrency: expected an integer from 1"],
  [{ proxy: "socks5://user:s3cret@host:1080" }, "proxy: expected an http or https URL"],
  [{ tls: { servername: 1 } }, "tls.servername: expected a host name"],
  [{ http2: 1 }, "http2: expected true or false"],
  [{ pool: { connectTimeout: Infinity } }, "pool.connectTimeout: expected positive milliseconds"],
  [{ pool: { lookup: {} } }, "pool.lookup: expected a function"],
  [{ dispatcher: {} }, "dispatcher: expected a dispatcher of undici"],
  [{ layer: {} }, "layer: expected a Layer"]
])("an invalid option is a TypeError with its form, and without its value: %j", (options, message) => {
  assert.throws(made(options), TypeError, message)
  assert.throws(made(options), /^(?!.*s3cret)/s)
})

/** The key that the server of the test has heard. */
const heard = async (options: Parameters<typeof connected>[0] = {}) => {
  const { response } = await connected(options).models.list().withResponse()
  return response.headers["x-heard"]
}

it("key and base URL come from the environment unless given in code; an empty variable is none", async () => {
  const server = await listen((socket, _, request) => {
    const key = /\r\nauthorization: ([^\r]*)/i.exec(request)?.[1] ?? "none"
    socket.write(whole(list, "HTTP/1.1 200 OK", `x-heard: ${key}`))
  })
  vi.stubEnv("LEADLINE_BASE_URL", server.baseUrl)
  vi.stubEnv("LEADLINE_API_KEY", "")
  assert.strictEqual(await heard(), "none")
  vi.stubEnv("LEADLINE_API_KEY", "outer")
  assert.strictEqual(await heard(), "Bearer outer")
  assert.strictEqual(await heard({ apiKey: "inner" }), "Bearer inner")
  vi.stubEnv("LEADLINE_BASE_URL", baseUrl)
  assert.strictEqual(await heard({ baseUrl: server.baseUrl }), "Bearer outer")
})

it.each([
  ["LEADLINE_BASE_URL", "localhost:1", { baseUrl }],
  ["LEADLINE_LOG", "loud", { logLevel: "off" }],
  ["LEADLINE_API_KEY", "s3cret key", { apiKey: "k" }]
] as const)(
  "an invalid %s is a TypeError that names it, unless the option is given",
  (name, value, option) => {
    vi.stubEnv("LEADLINE_BASE_URL", baseUrl)
    vi.stubEnv(name, value)
    assert.throws(() => createClient(), TypeError, new RegExp(`^${name}: expected (?!.*s3cret)`))
    assert.doesNotThrow(() => createClient(option))
  }
)

it("a missing base URL is a TypeError that names its variable", () => {
  vi.stubEnv("LEADLINE_BASE_URL", undefined)
  assert.throws(() => createClient(), TypeError, /^baseUrl: expected .*LEADLINE_BASE_URL$/)
})
