// API keys of a server process: rotation, two processes on one file, crashes, and no key in any output.
import { ask, contents, start } from "../support/serverProcess.ts"
import { assert, describe, it } from "vitest"

const env = { LEADLINE_API_KEY: "the-first-key-of-these-tests", LEADLINE_REQUESTS_PER_SECOND: "1000000" }

const post = (baseUrl: string, path: string, key: string, body: object) =>
  fetch(baseUrl + path, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify(body)
  })

const generate = async (baseUrl: string, key: string): Promise<string> => {
  const response = await post(baseUrl, "/generate_auth_token", key, { token_name: "test" })
  assert.strictEqual(response.status, 200)
  const { auth_token } = (await response.json()) as { readonly auth_token: string }
  return auth_token
}

const revoke = async (baseUrl: string, key: string, auth_token: string) => {
  const response = await post(baseUrl, "/revoke_auth_token", key, { auth_token })
  assert.strictEqual(response.status, 200)
  assert.strictEqual(await response.text(), "")
}

const status = async (baseUrl: string, key: string) => (await ask(baseUrl, key)).status

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

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
    const used = async (key: string) => {
      while (seen.filter((one) => one.key === key).length <= 20) await pause(10)
    }
    await used(old)
    const next = await generate(baseUrl, old)
    // Deployed caller by caller: both keys are in use.
    for (const caller of keys.keys()) {
      keys[caller] = next
      await pause(40)
    }
    const before = seen.length
    while (seen.length < before + keys.length * 2) await pause(10)
    await revoke(baseUrl, next, old)
    assert.strictEqual(await status(baseUrl, old), 401)
    await used(next)
    const all = await stop()
    assert.deepStrictEqual(
      all.filter(({ status: got }) => got !== 200),
      []
    )
    assert.strictEqual(await status(baseUrl, old), 401)
    server.child.kill("SIGKILL")
    await server.ended
  })

  it("are refused for every request sent after the revocation, also by another process on the file", async () => {
    const one = start(env)
    const { baseUrl, key: first } = await one.ready()
    const two = start(env, one.directory)
    const other = await two.ready()
    const doomed = await generate(other.baseUrl, first)
    const { seen, stop } = load([baseUrl, other.baseUrl], 6, () => doomed)
    while (seen.length <= 20) await pause(10)
    await revoke(baseUrl, first, doomed)
    const revokedAt = performance.now()
    const sentAfter = () => seen.filter(({ sentAt }) => sentAt > revokedAt)
    while (sentAfter().length <= 20) await pause(10)
    const all = await stop()
    const after = sentAfter()
    assert.isTrue(after.every(({ status: got }) => got === 401))
    assert.isAbove(all.filter(({ status: got }) => got === 200).length, 10)
    assert.isTrue(all.every(({ status: got }) => got === 200 || got === 401))
    for (const { child } of [one, two]) child.kill("SIGKILL")
    await Promise.all([one.ended, two.ended])
  })

  it("stay created or revoked when the server is killed right after the response", async () => {
    let server = start(env)
    const { baseUrl, key: first } = await server.ready()
    const kept = await generate(baseUrl, first)
    const gone = await generate(baseUrl, kept)
    await revoke(baseUrl, gone, gone)
    server.child.kill("SIGKILL")
    await server.ended
    server = start(env, server.directory)
    const again = await server.ready()
    assert.strictEqual(await status(again.baseUrl, kept), 200)
    assert.strictEqual(await status(again.baseUrl, gone), 401)
    const last = await generate(again.baseUrl, kept)
    server.child.kill("SIGKILL")
    await server.ended
    server = start(env, server.directory)
    const third = await server.ready()
    assert.strictEqual(await status(third.baseUrl, last), 200)
    server.child.kill("SIGKILL")
    await server.ended
  })

  it("appear in no file and no output of the server", async () => {
    const server = start(env)
    const { baseUrl, key: first } = await server.ready()
    const made = await generate(baseUrl, first)
    const gone = await generate(baseUrl, made)
    await revoke(baseUrl, made, gone)
    for (const key of [made, gone, `${made}x`]) await status(baseUrl, key)
    await post(baseUrl, "/revoke_auth_token", made, { auth_token: gone, more: made })
    await post(baseUrl, "/generate_auth_token", made, { token_name: 1, [gone]: made })
    await fetch(`${baseUrl}/v1/models?key=${made}`, { headers: { "x-api-key": made } })
    const whileRunning = contents(server.directory)
    server.child.kill("SIGTERM")
    assert.strictEqual(await server.ended, 0)
    const all = [whileRunning, contents(server.directory), server.seen.out, server.seen.error].join("\n")
    assert.include(all, "key.revoke")
    for (const key of [first, made, gone]) {
      assert.notInclude(all, key)
      // The id is public; the secret follows it.
      if (key.startsWith("ll_")) assert.notInclude(all, key.slice(18, 50))
    }
  })
})
