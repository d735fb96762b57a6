// API keys of a server process are rotated under load.
import { eventually } from "../support/eventually.ts"
import { ask, generate, send, start } from "../support/serverProcess.ts"
import { assert, describe, it } from "vitest"

const env = { LEADLINE_API_KEY: "the-first-key-of-these-tests", LEADLINE_REQUESTS_PER_SECOND: "1000000" }

const revoke = async (baseUrl: string, key: string, auth_token: string) => {
  const { status: revoked, text } = await send(`${baseUrl}/revoke_auth_token`, key, { auth_token })
  assert.deepEqual([revoked, text], [200, ""])
}

const status = async (baseUrl: string, key: string) => (await ask(baseUrl, key)).status

/** Callers that send requests without pause; each reads its key for every request. */
const load = (baseUrl: string, callers: number, keyNow: (caller: number) => string) => {
  let running = true
  const seen: Array<{ readonly key: string; readonly status: number }> = []
  const caller = async (_: unknown, index: number) => {
    while (running) {
      const key = keyNow(index)
      seen.push({ key, status: await status(baseUrl, key) })
    }
  }
  const done = Promise.all(Array.from({ length: callers }, caller))
  return {
    seen,
    stop: async () => {
      running = false
      await done
      return seen
    }
  }
}

describe("API keys of a server", () => {
  it("are rotated under load without refusing a valid key, and the old one is refused once it is revoked", async () => {
    const server = start(env)
    const { baseUrl, key: first } = await server.ready()
    const old = await generate(baseUrl, first)
    const keys = Array.from({ length: 8 }, () => old)
    const { seen, stop } = load(baseUrl, keys.length, (caller) => keys[caller] ?? old)
    const used = (key: string, times = 20) =>
      eventually(`${times} requests with a key`, () => seen.filter((one) => one.key === key).length > times)
    await used(old)
    const next = await generate(baseUrl, old)
    // Deployed caller by caller: both keys are in use.
    for (const caller of keys.keys()) {
      const before = seen.length
      keys[caller] = next
      await eventually("requests of all callers", () => seen.length >= before + keys.length)
    }
    const before = seen.length
    await eventually("requests with the new key", () => seen.length >= before + keys.length * 2)
    await revoke(baseUrl, next, old)
    assert.strictEqual(await status(baseUrl, old), 401)
    await used(next)
    const all = await stop()
    assert.deepStrictEqual(
      all.filter(({ status: got }) => got !== 200),
      []
    )
    assert.strictEqual(await status(baseUrl, old), 401)
    await server.kill()
  })
})
