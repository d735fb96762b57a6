// A server with a store, whose backends are paid by the token and scripted: what it charges a group.
import * as Store from "@leadline/store-sql"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { layerTables } from "../../src/fakes/skills.ts"
import { layerServices } from "../../src/index.ts"
import { type BackendsOptions, paidBackends, type Script } from "../../src/server/paidBackends.ts"
import { post, request, until } from "./support.ts"

/** What a server is set up with. */
export interface PaidOptions extends BackendsOptions {
  /** USD a month. Default 1,000. */
  readonly budget?: number
}

/** Starts a server over backends that are paid and scripted. `spent` ends it and gives what its usage says. */
export const paidServer = async (script: Script, options: PaidOptions = {}) => {
  const { calls, layer, sent } = paidBackends(script, options)
  const services = { chat: layer, responses: layer, decisions: layer, embeddings: layer }
  const tables = ManagedRuntime.make(Layer.fresh(layerTables))
  const shared = Layer.effectContext(tables.contextEffect)
  const { key } = await tables.runPromise(
    Effect.andThen(Store.setGroup("default", { budget_usd: options.budget ?? 1_000 }), Store.createKey())
  )
  const keys = Layer.mergeAll(Store.layerApiKeys(), Store.layerApiKeyVerifier)
  const { dispose, handler } = toWebHandler(
    Layer.mergeAll(
      layerServices({ ...services, keys: keys.pipe(Layer.provide(shared), Layer.orDie) }),
      Store.layerUsageMeter().pipe(Layer.provide(shared), Layer.orDie)
    )
  )
  const headers = { authorization: `Bearer ${Redacted.value(key)}` }
  const send = (path: string, body: unknown, signal: AbortSignal | null = null) =>
    handler(request(path, post(body, { headers, signal })))
  const spent = async () => {
    await until(() => sent.every(({ answeredAt, abortedAt }) => (answeredAt ?? abortedAt) !== undefined))
    await dispose()
    const rows = await tables.runPromise(Store.listUsage())
    await tables.dispose()
    const total = (of: (row: (typeof rows)[number]) => number) => rows.reduce((sum, row) => sum + of(row), 0)
    return {
      usd: total(({ cost_usd }) => cost_usd),
      tokens: total(({ input_tokens, output_tokens }) => input_tokens + output_tokens),
      requests: total(({ requests }) => requests)
    }
  }
  return { calls, post: send, spent }
}
