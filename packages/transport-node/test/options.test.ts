import { createClient, layerClient, layerTransport } from "@leadline/transport-node"
import { assert, it } from "vitest"

const baseUrl = "http://127.0.0.1:1"

/** Options as JavaScript gives them. */
const made = (options: object) => () => createClient({ baseUrl, ...options })

it.each([
  [() => createClient({ baseURL: baseUrl } as never), "baseURL: unknown option, use baseUrl"],
  [made({ Proxy: "env" }), "Proxy: unknown option, use proxy"],
  [made({ fetch }), /^fetch: unknown option; known are .*dispatcher$/],
  [made({ pool: { Connections: 1 } }), "pool.Connections: unknown option, use connections"],
  [made({ tls: { CA: "" } }), "tls.CA: unknown option, use ca"],
  [() => layerTransport({ apiKey: "k" } as never), "apiKey: unknown option"],
  [() => layerClient({ baseUrl, layer: undefined, timeOut: 1 } as never), "use timeout"]
])("an unknown option is a TypeError that leads to the right one: %#", (make, message) => {
  assert.throws(make, TypeError, message)
})

it.each([
  [{ concurrency: 0 }, "concurrency: expected an integer from 1"],
  [{ proxy: 5 }, 'proxy: expected an http(s) URL or "env"'],
  [{ proxy: "socks5://user:s3cret@host:1080" }, "proxy: expected an http or https URL"],
  [{ proxy: "http://user:s3cret@" }, "proxy: expected an http or https URL"],
  [{ proxy: "http://user:s3cret@host:port" }, "proxy: expected an http or https URL"],
  [{ tls: "x" }, "tls: expected an object"],
  [{ tls: { servername: 1 } }, "tls.servername: expected a host name"],
  [{ http2: 1 }, "http2: expected true or false"],
  [{ pool: 64 }, "pool: expected an object"],
  [{ pool: { connections: 0 } }, "pool.connections: expected an integer from 1"],
  [{ pool: { pipelining: Number.NaN } }, "pool.pipelining: expected an integer from 1"],
  [{ pool: { idle: 0 } }, "pool.idle: expected positive milliseconds"],
  [{ pool: { idleMax: Infinity } }, "pool.idleMax: expected positive milliseconds"],
  [{ pool: { connectTimeout: Infinity } }, "pool.connectTimeout: expected positive milliseconds"],
  [{ pool: { socketPath: "" } }, "pool.socketPath: expected a path"],
  [{ pool: { lookup: {} } }, "pool.lookup: expected a function"],
  [{ dispatcher: {} }, "dispatcher: expected a dispatcher of undici"],
  [{ layer: {} }, "layer: expected a Layer"]
])("an invalid option is a TypeError with its form, and without its value: %j", (options, message) => {
  assert.throws(made(options), TypeError, message)
  assert.throws(made(options), /^(?!.*s3cret)/s)
})
