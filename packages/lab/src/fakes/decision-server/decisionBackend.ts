// A backend of decisions over a scripted server in memory, as the configuration makes it.
import { Decisions } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { kindNamed, scriptedBackend } from "../../model-servers/backend.ts"
import { newSeen, type Script, type ScriptedRequest } from "../../model-servers/Script.ts"
import { replyAsOpenAi, replyAsSystemOne, type Reply } from "./replies.ts"

/** A backend, the server behind it, and what is wrong with that. */
export interface DecisionBackendOptions {
  readonly kind: "openai-decisions" | "openrouter" | "system-one"
  /** Settings of the backend beyond name, kind, address and key. */
  readonly settings?: object
  /** As in the setting `server`. */
  readonly server: string
  /** Answers of paths by which a server is recognised: those of GET requests, by path. Others are 404. */
  readonly paths?: { readonly [path: string]: unknown }
  /** Replaces the reply to a decision. */
  readonly alter?: (reply: Reply) => Reply
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
export const openrouterBackend: DecisionBackendOptions = { kind: "openrouter", server: "openrouter" }

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

/** Milliseconds that are longer than any test. */
const never = 86_400_000

/** The backend, and what its server sees. */
export const decisionBackend = (options: DecisionBackendOptions) => {
  const { alter = (reply) => reply, isSilent = false, kind, paths = {}, server, settings } = options
  const replyTo = kind === "openai-decisions" ? replyAsOpenAi : replyAsSystemOne
  const seen = newSeen()
  const script: Script = ({ body: asked, method, path }: ScriptedRequest) => {
    if (method === "GET") return Object.hasOwn(paths, path) ? { body: paths[path] } : undefined
    if (isSilent) return { after: never }
    const { body, status } = alter(replyTo(server, asked as never))
    return typeof body === "string" ? { status, text: body } : { status, body }
  }
  const given = { apiKey: Redacted.make("key-of-the-server"), ...settings }
  // Layers end with the process of the test: nothing is open but memory.
  const instance = Effect.scoped(scriptedBackend(kind, script, given, seen))
  const decisions = Layer.effect(
    Decisions,
    Effect.flatMap(instance, ({ services }) =>
      services.decisions === undefined
        ? Effect.die(new Error(`${kind} does not decide`))
        : Effect.succeed(services.decisions)
    )
  )
  return { seen, posted: () => seen.requests.filter(({ method }) => method === "POST"), instance, decisions }
}
