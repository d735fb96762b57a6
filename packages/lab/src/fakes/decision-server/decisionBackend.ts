// A backend of decisions over a scripted server in memory, as the configuration makes it.
import type { BackendInstance } from "@leadline/backends"
import { Decisions } from "@leadline/core/decisions"
import type { TransportRequest } from "@leadline/core/transport"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { jsonOf, replyingTransport } from "../../faults/scriptedTransport.ts"
import { instanceOf, kindNamed } from "../../model-servers/backend.ts"
import { replyAsOpenAi, replyAsSystemOne, type Reply } from "./replies.ts"

/** A request as it arrived. */
interface ReceivedCall {
  readonly method: string
  readonly path: string
  readonly headers: TransportRequest["headers"]
  readonly body: never
  readonly isAborted: boolean
}

/** A backend, the server behind it, and what is wrong with that. */
export interface DecisionBackendOptions {
  readonly kind: "openai-decisions" | "openrouter" | "system-one"
  /** Settings of the backend beyond name, kind, address and key. */
  readonly settings?: object
  /** As in the setting `server`. */
  readonly server: string
  /** Answers of paths by which a server is recognised: those of GET requests, by path. Others are 404. */
  readonly paths?: { readonly [path: string]: unknown }
  /** Replaces the reply to a request. */
  readonly alter?: (reply: Reply, call: ReceivedCall) => Reply
  /** It never answers. */
  readonly isSilent?: boolean
}

/** A scripted server of System One, by its name in the settings. */
export const systemOneBackend = (server: string): DecisionBackendOptions => ({
  kind: "system-one",
  server,
  settings: { server }
})

/** A scripted server of OpenAI's dialect, by its name in the settings. */
export const openaiDecisionsBackend = (server: string): DecisionBackendOptions => ({
  kind: "openai-decisions",
  server,
  settings: { server }
})

/** A scripted OpenRouter. */
export const openrouterBackend: DecisionBackendOptions = {
  ...systemOneBackend("openrouter"),
  kind: "openrouter",
  settings: {}
}

/** The servers that a kind knows by name. The list of kinds does not have the types of their settings. */
const serversOf = (kind: DecisionBackendOptions["kind"]) =>
  (kindNamed(kind).fields as unknown as { server: { schema: { literals: ReadonlyArray<string> } } }).server
    .schema.literals

/** Every server that a kind of backend knows by name. */
export const decisionBackends: ReadonlyArray<DecisionBackendOptions> = [
  ...serversOf("system-one").map(systemOneBackend),
  ...serversOf("openai-decisions").map(openaiDecisionsBackend),
  openrouterBackend
]

/** The backend and the calls that its server receives. It ends with the scope. */
export const decisionBackend = (options: DecisionBackendOptions) => {
  const { alter = (reply) => reply, isSilent = false, kind, paths = {}, server, settings } = options
  const replyTo = kind === "openai-decisions" ? replyAsOpenAi : replyAsSystemOne
  const calls: Array<ReceivedCall> = []
  const { layer, sent } = replyingTransport((request, n) => {
    const call = {
      ...jsonOf(request),
      body: jsonOf(request).body as never,
      headers: request.headers,
      get isAborted() {
        return sent[n - 1]?.abortedAt !== undefined
      }
    }
    calls.push(call)
    const isQuery = call.method === "GET"
    if (isSilent && !isQuery) return { isSilent: true }
    const found = Object.hasOwn(paths, call.path)
      ? { status: 200, body: paths[call.path] }
      : { status: 404, body: {} }
    const { body, status } = alter(isQuery ? found : replyTo(server, call.body), call)
    const text = typeof body === "string" ? body : JSON.stringify(body)
    return { status, headers: { "content-type": "application/json" }, parts: [text] }
  })
  const given = { apiKey: Redacted.make("key-of-the-server"), ...settings }
  // Layers end with the process of the test: nothing is open but memory.
  const instance: Effect.Effect<BackendInstance> = Effect.scoped(
    instanceOf(kind, "http://decisions.test", given)
  ).pipe(Effect.provide(layer))
  const decisions = Layer.effect(
    Decisions,
    Effect.flatMap(instance, ({ services }) =>
      services.decisions === undefined
        ? Effect.die(new Error(`${kind} does not decide`))
        : Effect.succeed(services.decisions)
    )
  )
  return { calls, posted: () => calls.filter(({ method }) => method === "POST"), instance, decisions }
}
