import { createClient, layerClient, layerTransport } from "@leadline/transport-node"
import { assert, it } from "vitest"

const baseUrl = "http://127.0.0.1:1"

/** Options as JavaScript gives them. */
const made = (options: object) => () => createClient({ baseUrl, ...options })

it("an unknown option is a TypeError that leads to the right one", () => {
  assert.throws(
    () => createClient({ baseURL: baseUrl } as never),
    TypeError,
    "baseURL: unknown option, use baseUrl"
  )
  assert.throws(made({ Proxy: "env" }), TypeError, "Proxy: unknown option, use proxy")
  assert.throws(made({ fetch }), TypeError, /^fetch: unknown option; known are .*dispatcher$/)
  assert.throws(
    made({ pool: { Connections: 1 } }),
    TypeError,
    "pool.Connections: unknown option, use connections"
  )
  assert.throws(made({ tls: { CA: "" } }), TypeError, "tls.CA: unknown option, use ca")
  assert.throws(() => layerTransport({ apiKey: "k" } as never), TypeError, "apiKey: unknown option")
  assert.throws(
    () => layerClient({ baseUrl, layer: undefined, timeOut: 1 } as never),
    TypeError,
    "use timeout"
  )
})

it("an invalid option is a TypeError with its form", () => {
  for (const [options, message] of [
    [{ concurrency: 0 }, "concurrency: expected an integer from 1"],
    [{ proxy: 5 }, 'proxy: expected an http(s) URL or "env"'],
    [{ proxy: "ftp://u:s3cret@x" }, "proxy: expected an http or https URL"],
    [{ tls: "x" }, "tls: expected an object"],
    [{ tls: { servername: 1 } }, "tls.servername: expected a host name"],
    [{ http2: 1 }, "http2: expected true or false"],
    [{ pool: 64 }, "pool: expected an object"],
    [{ pool: { connections: 1.5 } }, "pool.connections: expected an integer from 1"],
    [{ pool: { idle: "4s" } }, "pool.idle: expected positive milliseconds"],
    [{ pool: { connectTimeout: Infinity } }, "pool.connectTimeout: expected positive milliseconds"],
    [{ pool: { socketPath: "" } }, "pool.socketPath: expected a path"],
    [{ pool: { lookup: {} } }, "pool.lookup: expected a function"],
    [{ dispatcher: {} }, "dispatcher: expected a dispatcher of undici"],
    [{ layer: {} }, "layer: expected a Layer"]
  ] as const) {
    assert.throws(made(options), TypeError, message)
  }
})
