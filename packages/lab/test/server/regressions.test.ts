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
import { fakeWeigher, layerServices } from "../../src/index.ts"
import * as support from "./support.ts"

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

const withKey = (bearer: string) => ({ headers: { authorization: `Bearer ${bearer}` } })

const post = ({ handler }: Node, path: string, bearer: string, body: unknown) =>
  handler(support.request(path, support.post(body, withKey(bearer))))

const isAccepted = async (at: Node, bearer: string) => {
  const { status } = await at.handler(support.request("/v1/skills", withKey(bearer)))
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
  it("a revoked key is refused at once, by every node (LiteLLM 1775 and 2149, Tyk 2293)", async () => {
    await given("a-key-that-was-given-to-all")
    const [one, other] = [node(), node()]
    const made = await generate(one, "a-key-that-was-given-to-all")
    for (let times = 0; times < 20; times++)
      assert.isTrue((await isAccepted(one, made)) && (await isAccepted(other, made)))
    await revoke(one, "a-key-that-was-given-to-all", made)
    for (let times = 0; times < 20; times++)
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
      return text.startsWith("group-")
        ? Effect.succeed({ group: text, key: text })
        : Effect.fail(invalidKey())
    }
  })
  const one = toWebHandler(
    Layer.mergeAll(layerServices({ decisions: Layer.succeed(Decisions, decisions) }), check)
  )
  const statuses = await Promise.all(
    Array.from({ length: 200 }, async (_, at) => {
      const name = `group-${at}`
      const answer = await post(one, "/v1/decisions", name, support.decision(name))
      return answer.status
    })
  )
  assert.deepStrictEqual(
    statuses.filter((status) => status !== 200),
    []
  )
  await one.dispose()
})
