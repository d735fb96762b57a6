// API keys of a server process: rotation, two processes on one file, crashes.
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
const load = (baseUrls: ReadonlyArray<string>, callers: number, keyNow: (caller: number) => string) => {
  let running = true
  const seen: Array<{ readonly key: string; readonly sentAt: number; readonly status: number }> = []
  const caller = async (_: unknown, index: number) => {
    while (running) {
      const key = keyNow(index)
      const sentAt = performance.now()
      seen.push({ key, sentAt, status: await status(baseUrls[index % baseUrls.length] ?? "", key) })
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
    const { seen, stop } = load([baseUrl], keys.length, (caller) => keys[caller] ?? old)
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

  it("are refused for every request sent after the revocation, also by another process on the file", async () => {
    const one = start(env)
    const { baseUrl, key: first } = await one.ready()
    const two = start(env, one.directory)
    const other = await two.ready()
    const doomed = await generate(other.baseUrl, first)
    const { seen, stop } = load([baseUrl, other.baseUrl], 6, () => doomed)
    await eventually("requests before the revocation", () => seen.length > 20)
    await revoke(baseUrl, first, doomed)
    const revokedAt = performance.now()
    const sentAfter = () => seen.filter(({ sentAt }) => sentAt > revokedAt)
    await eventually("requests after the revocation", () => sentAfter().length > 20)
    const all = await stop()
    const after = sentAfter()
    assert.isTrue(after.every(({ status: got }) => got === 401))
    assert.isAbove(all.filter(({ status: got }) => got === 200).length, 10)
    assert.isTrue(all.every(({ status: got }) => got === 200 || got === 401))
    await Promise.all([one.kill(), two.kill()])
  })

  it("stay created or revoked when the server is killed right after the response", async () => {
    let server = start(env)
    const { baseUrl, key: first } = await server.ready()
    const kept = await generate(baseUrl, first)
    const gone = await generate(baseUrl, kept)
    await revoke(baseUrl, gone, gone)
    await server.kill()
    server = start(env, server.directory)
    const again = await server.ready()
    assert.strictEqual(await status(again.baseUrl, kept), 200)
    assert.strictEqual(await status(again.baseUrl, gone), 401)
    const last = await generate(again.baseUrl, kept)
    await server.kill()
    server = start(env, server.directory)
    const third = await server.ready()
    assert.strictEqual(await status(third.baseUrl, last), 200)
    await server.kill()
  })
})
