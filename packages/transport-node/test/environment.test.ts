import { createClient } from "@leadline/transport-node"
import { afterEach, assert, it, vi } from "vitest"
import { connected } from "./fixtures/clients.ts"
import { listen, whole } from "./fixtures/rawServer.ts"
import { list } from "./fixtures/service.ts"

afterEach(() => void vi.unstubAllEnvs())

const heard = async (options: Parameters<typeof connected>[0] = {}) => {
  const { response } = await connected(options).models.list().withResponse()
  return response.headers["x-heard"]
}

const echoing = () =>
  listen((socket, _, request) => {
    const key = /\r\nauthorization: ([^\r]*)/i.exec(request)?.[1] ?? "none"
    socket.write(whole(list, "HTTP/1.1 200 OK", `x-heard: ${key}`))
  })

it("key and base URL come from the environment unless given in code", async () => {
  const server = await echoing()
  vi.stubEnv("LEADLINE_BASE_URL", server.baseUrl)
  assert.strictEqual(await heard(), "none")
  vi.stubEnv("LEADLINE_API_KEY", "outer")
  assert.strictEqual(await heard(), "Bearer outer")
  assert.strictEqual(await heard({ apiKey: "inner" }), "Bearer inner")
  vi.stubEnv("LEADLINE_BASE_URL", "http://127.0.0.1:1")
  assert.strictEqual(await heard({ baseUrl: server.baseUrl }), "Bearer outer")
})

it("an empty variable counts as not set", async () => {
  const server = await echoing()
  vi.stubEnv("LEADLINE_API_KEY", "")
  assert.strictEqual(await heard({ baseUrl: server.baseUrl }), "none")
})

it("a client without a base URL is refused when it is made", () => {
  vi.stubEnv("LEADLINE_BASE_URL", undefined)
  assert.throws(() => createClient(), TypeError, /^baseUrl: expected .*LEADLINE_BASE_URL$/)
})

it("an invalid variable is a TypeError that names it, unless the option is given", () => {
  const baseUrl = "http://127.0.0.1:1"
  for (const [name, value, option] of [
    ["LEADLINE_LOG", "loud", { logLevel: "off" }],
    ["LEADLINE_API_KEY", "s3cret key", { apiKey: "k" }]
  ] as const) {
    vi.stubEnv(name, value)
    assert.throws(() => createClient({ baseUrl }), TypeError, new RegExp(`^${name}: expected (?!.*s3cret)`))
    assert.doesNotThrow(() => createClient({ baseUrl, ...option }))
    vi.unstubAllEnvs()
  }
  vi.stubEnv("LEADLINE_BASE_URL", "localhost:1")
  assert.throws(() => createClient(), TypeError, /^LEADLINE_BASE_URL: expected/)
})

it("the log level of the environment may be in capitals", () => {
  vi.stubEnv("LEADLINE_LOG", "INFO")
  assert.doesNotThrow(() => createClient({ baseUrl: "http://127.0.0.1:1" }))
})
