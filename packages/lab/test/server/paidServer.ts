// A server with a store, whose backends are paid by the token and scripted: what it charges a group.
import * as Store from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
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
  const store = Layer.orDie(
    Layer.merge(
      Sqlite.layer({ filename: ":memory:" }),
      Store.layerPepper(Redacted.make("spending-spending-spending-spending"))
    )
  )
  const tables = ManagedRuntime.make(store)
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
    return {
      usd: rows.reduce((sum, { cost_usd }) => sum + cost_usd, 0),
      tokens: rows.reduce((sum, { input_tokens, output_tokens }) => sum + input_tokens + output_tokens, 0),
      requests: rows.reduce((sum, { requests }) => sum + requests, 0)
    }
  }
  return { calls, post: send, spent }
}
