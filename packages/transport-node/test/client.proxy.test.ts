import * as Redacted from "effect/Redacted"
import { afterEach, assert, describe, it, vi } from "vitest"
import { inspect } from "node:util"
import {
  abortWhen,
  connected,
  failure,
  identity,
  lateWhen,
  listed,
  outcome,
  tls,
  until
} from "./fixtures/clients.ts"
import { startProxy } from "./fixtures/proxy.ts"
import { answered, list, serve } from "./fixtures/service.ts"

afterEach(() => void vi.unstubAllEnvs())

const credentials = `Basic ${Buffer.from("user:p@ss").toString("base64")}`

describe("a proxy given in code", () => {
  it("tunnels plain HTTP, on kept connections, and gets user and password, which the service does not", async () => {
    const heard: Array<unknown> = []
    const { baseUrl, port, seen } = await serve({
      answer: ({ headers }, response) => {
        heard.push(headers["proxy-authorization"])
        response.end(list)
      }
    })
    const through = await startProxy({ authorization: credentials })
    const url = `http://user:p%40ss@127.0.0.1:${through.port}`
    for (const proxy of [url, Redacted.make(url)]) {
      const client = connected({ baseUrl, proxy })
      for (let n = 0; n < 3; n++) assert.deepEqual(await listed(client), answered)
    }
    assert.deepEqual([...new Set(heard)], [undefined])
    const host = `127.0.0.1:${port}`
    assert.deepEqual([...new Set([...through.targets, ...seen.map((one) => one.host)])], [host])
    assert.isBelow(through.targets.length, 6)
  })

  it("tunnels TLS, by TLS itself, to a name only it can find, which is still checked", async () => {
    const target = await serve({ tls: identity })
    const through = await startProxy({ to: target.port, tls: identity })
    const way = { proxy: `https://localhost:${through.port}`, tls }
    assert.deepEqual(await outcome({ baseUrl: "https://service.example", ...way }), answered)
    assert.deepEqual(through.targets, ["service.example:443"])
    const wrong = await failure({ baseUrl: "https://other.example", ...way })
    assert.deepInclude(wrong as object, {
      _tag: "ConnectionError",
      phase: "tls",
      reason: "certificate",
      attempts: 1
    })
  })

  it("that requires other credentials is a failure, not retried, that shows none", async () => {
    const { baseUrl } = await serve()
    const through = await startProxy({ authorization: credentials })
    const client = connected({ baseUrl, proxy: `http://user:canary@127.0.0.1:${through.port}` })
    const error = await listed(client)
    const wanted = { phase: "connect", reason: "proxy", sent: false, isRetryable: false, attempts: 1 }
    assert.deepInclude(error, { _tag: "ConnectionError", ...wanted })
    const shown = inspect([client, error, (error as Error).cause], { depth: 10 })
    assert.include(shown, "407")
    for (const secret of ["canary", Buffer.from("user:canary").toString("base64")])
      assert.notInclude(shown, secret)
    await until(() => through.open() === 0)
  })

  it("that cannot reach the service is distinguished from one that cannot be reached", async () => {
    const { baseUrl, close } = await serve()
    await close()
    const through = await startProxy()
    for (const [proxy, reason] of [
      [through.url, "proxy"],
      [baseUrl, "refused"]
    ] as const) {
      const error = await failure({ baseUrl, proxy, maxRetries: 0 })
      assert.deepInclude(error as object, { _tag: "ConnectionError", phase: "connect", sent: false, reason })
    }
  })

  it("that stays silent is left at the deadline or an abort, and its connection closed", async () => {
    const through = await startProxy({ isSilent: true })
    const options = { baseUrl: "http://service.example", proxy: through.url }
    const error = await lateWhen(options, () => through.targets.length === 1)
    assert.deepInclude(error, { _tag: "DeadlineExceededError", phase: "connect", sent: false })
    await until(() => through.open() === 0)
    await abortWhen(connected(options), () => through.targets.length === 2)
    await until(() => through.open() === 0)
  })
})

it("proxies of the environment carry what NO_PROXY does not exempt, if asked for, by the scheme", async () => {
  const [plain, secure] = [await serve(), await serve({ tls: identity })]
  const [forPlain, forSecure] = [await startProxy(), await startProxy()]
  vi.stubEnv("HTTP_PROXY", `127.0.0.1:${forPlain.port}`)
  vi.stubEnv("HTTPS_PROXY", forSecure.url)
  const call = async ({ baseUrl }: typeof plain, options: { readonly proxy?: "env" } = { proxy: "env" }) => {
    assert.deepEqual(await outcome({ baseUrl, tls, ...options }), answered)
    return [forPlain.targets.length, forSecure.targets.length]
  }
  assert.deepEqual(await call(plain, {}), [0, 0])
  assert.deepEqual(await call(plain), [1, 0])
  assert.deepEqual(await call(secure), [1, 1])
  vi.stubEnv("NO_PROXY", `other.example, 127.0.0.1:${plain.port}`)
  assert.deepEqual(await call(plain), [1, 1])
})
