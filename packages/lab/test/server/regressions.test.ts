// Bugs of other servers that this one must not have. Those that one raw request shows are in the threat table.
import { Caller, ApiKeyVerifier, invalidKey } from "@leadline/core/authentication"
import { Decisions, fromWeigher, make } from "@leadline/core/decisions"
import * as ApiError from "@leadline/core/errors"
import { ensureKey, layerApiKeys, layerApiKeyVerifier, layerPepperFile } from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { apiKey, layerServices, fakeWeigher } from "../../src/index.ts"

const directory = mkdtempSync(join(tmpdir(), "leadline-regressions-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const store = () =>
  Layer.fresh(
    Layer.mergeAll(
      Sqlite.layer({ filename: join(directory, "leadline.sqlite") }),
      layerPepperFile({ directory })
    )
  )

/** A node of a service: its own server over the file that all share. */
const node = () =>
  toWebHandler(
    layerServices({
      keys: Layer.mergeAll(layerApiKeys(), layerApiKeyVerifier).pipe(Layer.provide(store()), Layer.orDie)
    })
  )

type Node = ReturnType<typeof node>

const post = ({ handler }: Node, path: string, bearer: string, body: unknown) =>
  handler(
    new Request(`http://localhost${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${bearer}` },
      body: JSON.stringify(body)
    })
  )

const isAccepted = async (at: Node, bearer: string) => {
  const { status } = await at.handler(
    new Request("http://localhost/v1/skills", { headers: { authorization: `Bearer ${bearer}` } })
  )
  assert.include([200, 401], status)
  return status === 200
}

const generate = async (at: Node, bearer: string): Promise<string> =>
  (await (await post(at, "/generate_auth_token", bearer, {})).json()).auth_token

const revoke = async (at: Node, bearer: string, auth_token: string) =>
  assert.strictEqual((await post(at, "/revoke_auth_token", bearer, { auth_token })).status, 200)

const given = (text: string) =>
  Effect.runPromise(Effect.provide(ensureKey({ bootstrap: Redacted.make(text) }), store()))

describe("keys", () => {
  it("a deleted key is refused at once (LiteLLM 1775, Tyk 2293)", async () => {
    await given("a-key-that-was-given-to-all")
    const one = node()
    const made = await generate(one, "a-key-that-was-given-to-all")
    for (let times = 0; times < 20; times++) assert.isTrue(await isAccepted(one, made))
    await revoke(one, "a-key-that-was-given-to-all", made)
    for (let times = 0; times < 20; times++) assert.isFalse(await isAccepted(one, made))
    await one.dispose()
  })

  it("a key revoked on one node is refused on the other (LiteLLM 2149)", async () => {
    await given("a-key-that-was-given-to-all")
    const [one, other] = [node(), node()]
    const made = await generate(one, "a-key-that-was-given-to-all")
    assert.isTrue((await isAccepted(one, made)) && (await isAccepted(other, made)))
    await revoke(one, "a-key-that-was-given-to-all", made)
    assert.isFalse((await isAccepted(one, made)) || (await isAccepted(other, made)))
    await Promise.all([one.dispose(), other.dispose()])
  })

  it("no kind of key returns before the revoked check (LiteLLM 35535)", async () => {
    const words = "the-first-key-of-a-server-0123"
    const ours = "ll_live_Threats00A0123456789abcdefghijklmnopqrstuA"
    await given(words)
    await given("a-key-that-was-given-to-all")
    const one = node()
    const made = await generate(one, words)
    const child = await generate(one, made)
    for (const doomed of [words, made, child]) {
      assert.isTrue(await isAccepted(one, doomed))
      await revoke(one, doomed, doomed)
      assert.isFalse(await isAccepted(one, doomed))
    }
    assert.isFalse(await isAccepted(one, ours))
    assert.strictEqual((await given(words))._tag, "Refused")
    await one.dispose()
  })
})

it("concurrent tenants never share context (CVE-2026-32887, Effect 3)", async () => {
  const whose = Effect.map(Effect.serviceOption(Caller), (caller) =>
    caller._tag === "Some" ? caller.value.group : ""
  )
  const decisions = make(
    fromWeigher({
      ...fakeWeigher,
      weigh: Effect.fnUntraced(function* (state, asks) {
        const before = yield* whose
        yield* Effect.sleep(Number(JSON.stringify(state).replace(/\D/g, "")) % 7)
        const after = yield* whose
        return before === state && after === state
          ? yield* fakeWeigher.weigh(state, asks)
          : yield* new ApiError.InternalServerError({ message: `${before} ${after}` })
      })
    })
  )
  const check = Layer.succeed(ApiKeyVerifier, {
    verify: (shown) => {
      const text = Redacted.value(shown)
      return text.startsWith("group-") ? Effect.succeed({ group: text, key: text }) : Effect.fail(invalidKey)
    }
  })
  const one = toWebHandler(
    Layer.mergeAll(layerServices({ decisions: Layer.succeed(Decisions, decisions) }), check)
  )
  const questions = { a: { type: "noul", instructions: "Is it?" } }
  const statuses = await Promise.all(
    Array.from({ length: 1_000 }, async (_, at) => {
      const name = `group-${at}`
      const answer = await post(one, "/v1/decisions", name, { model: "decider-27b", state: name, questions })
      return answer.status
    })
  )
  assert.deepStrictEqual(
    statuses.filter((status) => status !== 200),
    []
  )
  await one.dispose()
})

it("a 32 MB bracket bomb costs under 100 ms (JSON.parse)", async () => {
  const one = toWebHandler(layerServices())
  const bomb = new Uint8Array(32_000_000).fill(0x5b)
  const cost = async () => {
    const init: RequestInit & { readonly duplex: "half" } = {
      method: "POST",
      headers: { authorization: `Bearer ${Redacted.value(apiKey)}` },
      body: new ReadableStream({
        start: (body) => {
          for (let at = 0; at < bomb.length; at += 65_536) body.enqueue(bomb.subarray(at, at + 65_536))
          body.close()
        }
      }),
      duplex: "half"
    }
    const before = process.cpuUsage()
    const answer = await one.handler(new Request("http://localhost/v1/decisions", init))
    const { system, user } = process.cpuUsage(before)
    assert.strictEqual(answer.status, 400)
    return (system + user) / 1_000
  }
  const costs = [await cost(), await cost(), await cost()]
  assert.isBelow(Math.min(...costs), 100)
  await one.dispose()
})
