import { type ClientOptions, createClient } from "@leadline/transport-node"
import * as Redacted from "effect/Redacted"
import { afterEach, assert, describe, it, vi } from "vitest"
import { inspect } from "node:util"
import { issue } from "./fixtures/certificates.ts"
import { type Proxying, startProxy } from "./fixtures/proxy.ts"
import { answered, type Listening, serve } from "./fixtures/service.ts"

const authority = issue("Test authority")
const identity = issue("service", ["localhost", "service.example", "127.0.0.1"], authority)

const closing: Array<() => Promise<void>> = []
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const close of closing.splice(0).toReversed()) await close()
})

const service = async (options?: Listening) => {
  const started = await serve(options)
  closing.push(started.close)
  return started
}

const proxy = async (options?: Proxying) => {
  const started = await startProxy(options)
  closing.push(started.close)
  return started
}

const connected = (options: ClientOptions) => {
  const client = createClient(options)
  closing.push(client.close)
  return client
}

const outcome = (options: ClientOptions): Promise<unknown> =>
  connected(options)
    .models.list()
    .catch((error: unknown) => error)

const credentials = `Basic ${Buffer.from("user:p@ss").toString("base64")}`

describe("a proxy given in code", () => {
  it("tunnels plain HTTP, on connections that are kept", async () => {
    const [target, through] = [await service(), await proxy()]
    const client = connected({
      baseUrl: `http://127.0.0.1:${target.port}`,
      proxy: `http://127.0.0.1:${through.port}`
    })
    for (let n = 0; n < 3; n++) assert.deepEqual(await client.models.list(), answered)
    assert.deepEqual([...new Set(through.targets)], [`127.0.0.1:${target.port}`])
    assert.isBelow(through.targets.length, 3)
    assert.strictEqual(through.others(), 0)
    assert.deepEqual(
      target.seen.map(({ host }) => host),
      Array.from({ length: 3 }, () => `127.0.0.1:${target.port}`)
    )
  })

  it("tunnels TLS to a name only it can find, which is still checked", async () => {
    const target = await service({ tls: identity })
    const through = await proxy({ to: target.port })
    const tls = { ca: authority.cert }
    const way = { proxy: `http://127.0.0.1:${through.port}`, tls }
    assert.deepEqual(await outcome({ baseUrl: "https://service.example", ...way }), answered)
    assert.deepEqual(through.targets, ["service.example:443"])
    assert.deepInclude((await outcome({ baseUrl: "https://other.example", ...way })) as object, {
      _tag: "ConnectionError",
      phase: "tls",
      reason: "certificate",
      attempts: 1
    })
  })

  it("may be reached by TLS itself", async () => {
    const target = await service({ tls: identity })
    const through = await proxy({ tls: identity })
    const answer = await outcome({
      baseUrl: `https://localhost:${target.port}`,
      proxy: `https://localhost:${through.port}`,
      tls: { ca: authority.cert }
    })
    assert.deepEqual(answer, answered)
  })

  it("gets user and password, the service does not", async () => {
    const heard: Array<string | undefined> = []
    const target = await service({
      answer: ({ headers }, response) => {
        heard.push(headers["proxy-authorization"])
        response.end(`{"object":"list","data":[]}`)
      }
    })
    const through = await proxy({ authorization: credentials })
    const baseUrl = `http://127.0.0.1:${target.port}`
    const url = `http://user:p%40ss@127.0.0.1:${through.port}`
    assert.deepEqual(await outcome({ baseUrl, proxy: url }), answered)
    assert.deepEqual(await outcome({ baseUrl, proxy: Redacted.make(url) }), answered)
    assert.deepEqual(heard, [undefined, undefined])
  })

  it("that requires other credentials is a failure, not retried, that shows none", async () => {
    const target = await service()
    const through = await proxy({ authorization: credentials })
    const client = connected({
      baseUrl: `http://127.0.0.1:${target.port}`,
      proxy: `http://user:canary@127.0.0.1:${through.port}`
    })
    const error: unknown = await client.models.list().catch((failure: unknown) => failure)
    assert.deepInclude(error as object, {
      _tag: "ConnectionError",
      phase: "connect",
      reason: "proxy",
      sent: false,
      isRetryable: false,
      attempts: 1
    })
    const shown = inspect([client, error, (error as Error).cause], { depth: 10 })
    assert.include(shown, "407")
    assert.notInclude(shown, "canary")
    assert.notInclude(shown, Buffer.from("user:canary").toString("base64"))
    await vi.waitUntil(() => through.open() === 0, { timeout: 10_000 })
  })

  it("that cannot reach the service is distinguished from one that cannot be reached", async () => {
    const gone = await serve()
    const through = await proxy()
    await gone.close()
    const baseUrl = `http://127.0.0.1:${gone.port}`
    const refused = { _tag: "ConnectionError", phase: "connect", sent: false }
    assert.deepInclude((await outcome({ baseUrl, proxy: `http://127.0.0.1:${through.port}` })) as object, {
      ...refused,
      reason: "proxy"
    })
    assert.deepInclude(
      (await outcome({ baseUrl, proxy: `http://127.0.0.1:${gone.port}`, maxRetries: 0 })) as object,
      { ...refused, reason: "refused" }
    )
  })

  it("that stays silent is left at the deadline or an abort, and its connection closed", async () => {
    const through = await proxy({ isSilent: true })
    const client = connected({
      baseUrl: "http://service.example",
      proxy: `http://127.0.0.1:${through.port}`
    })
    const late: unknown = await client.models.list({ timeout: 300 }).catch((error: unknown) => error)
    assert.deepInclude(late as object, { _tag: "DeadlineExceededError", phase: "connect", sent: false })
    await vi.waitUntil(() => through.open() === 0, { timeout: 10_000 })
    const controller = new AbortController()
    const call = client.models.list({ signal: controller.signal }).catch((error: unknown) => error)
    await vi.waitUntil(() => through.targets.length === 2, { timeout: 10_000 })
    controller.abort("mine")
    assert.strictEqual(await call, "mine")
    await vi.waitUntil(() => through.open() === 0, { timeout: 10_000 })
  })

  it("that is no http or https URL is refused when the client is made, without a word of it", () => {
    for (const url of [
      "socks5://user:canary@host:1080",
      "http://user:canary@",
      "http://user:canary@host:port"
    ]) {
      const made = () => createClient({ baseUrl: "http://localhost", proxy: url })
      assert.throws(made, TypeError, /^proxy: expected an http or https URL$/)
      assert.throws(made, /^(?!.*canary)/s)
    }
  })
})

describe("the proxies of the environment", () => {
  it("carry what NO_PROXY does not exempt, by the scheme of the base URL", async () => {
    const [plain, secure] = [await service(), await service({ tls: identity })]
    const [forPlain, forSecure] = [await proxy(), await proxy()]
    vi.stubEnv("HTTP_PROXY", `127.0.0.1:${forPlain.port}`)
    vi.stubEnv("HTTPS_PROXY", `http://127.0.0.1:${forSecure.port}`)
    const tls = { ca: authority.cert }
    const call = async (baseUrl: string) => {
      assert.deepEqual(await outcome({ baseUrl, proxy: "env", tls }), answered)
      return [forPlain.targets.length, forSecure.targets.length]
    }
    assert.deepEqual(await call(`http://127.0.0.1:${plain.port}`), [1, 0])
    assert.deepEqual(await call(`https://127.0.0.1:${secure.port}`), [1, 1])
    vi.stubEnv("NO_PROXY", `other.example, 127.0.0.1:${plain.port}`)
    assert.deepEqual(await call(`http://127.0.0.1:${plain.port}`), [1, 1])
    assert.deepEqual(await call(`https://127.0.0.1:${secure.port}`), [1, 2])
    vi.stubEnv("no_proxy", "*")
    assert.deepEqual(await call(`https://127.0.0.1:${secure.port}`), [1, 2])
  })

  it("are left alone unless asked for", async () => {
    const [target, through] = [await service(), await proxy()]
    vi.stubEnv("HTTP_PROXY", `http://127.0.0.1:${through.port}`)
    assert.deepEqual(await outcome({ baseUrl: `http://127.0.0.1:${target.port}` }), answered)
    assert.deepEqual(through.targets, [])
  })
})
