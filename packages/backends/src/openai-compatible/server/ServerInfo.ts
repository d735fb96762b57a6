// Asks a model server about itself. The shape of its answers decides, never its name.
// Assumed: ours.
import * as Effect from "effect/Effect"
import type { JsonClient } from "../../http/JsonClient.ts"
import { listAt, numberAt, textAt, valueAt } from "../../json/unknownJson.ts"
import * as limits from "./limits.ts"

/** The programs whose further routes are used. */
export type Software = "llama.cpp" | "Ollama" | "SGLang" | "TEI" | "unknown" | "vLLM"

/** A model server. */
export interface ServerInfo {
  readonly software: Software
  /** Names of its models, in its order. */
  readonly models: ReadonlyArray<string>
  /** Tokens of its context. */
  readonly contextTokens?: number | undefined
  /** It reads images, where it says so. */
  readonly seesImages?: boolean | undefined
  /** Text that stands for an image in its prompts. */
  readonly mediaMarker?: string | undefined
  /** Texts of one request for embeddings. */
  readonly batch?: number | undefined
}

/** A further question to the server; undefined when it does not answer it. */
const ask = (client: JsonClient, path: string): Effect.Effect<unknown> =>
  client.probe({ path }).pipe(
    Effect.timeout(limits.probeTimeout),
    Effect.orElseSucceed(() => undefined)
  )

const softwareOf = (models: unknown): Software | undefined => {
  const owner = textAt(models, "data", 0, "owned_by")
  if (owner === "llamacpp") return "llama.cpp"
  if (owner === "vllm") return "vLLM"
  return owner === "sglang" ? "SGLang" : undefined
}

/** llama.cpp by its properties. */
const fromProps = (props: unknown): Partial<ServerInfo> | undefined =>
  valueAt(props, "default_generation_settings") === undefined
    ? undefined
    : {
        software: "llama.cpp",
        contextTokens: numberAt(props, "default_generation_settings", "n_ctx"),
        seesImages: valueAt(props, "modalities", "vision") === true,
        mediaMarker: textAt(props, "media_marker")
      }

/** Text Embeddings Inference by its description. */
const fromInfo = (info: unknown): Partial<ServerInfo> | undefined =>
  numberAt(info, "max_client_batch_size") === undefined
    ? undefined
    : {
        software: "TEI",
        contextTokens: numberAt(info, "max_input_length"),
        batch: numberAt(info, "max_client_batch_size")
      }

/** Asks further routes where the list of models does not say what it is. */
const identify = Effect.fnUntraced(function* (client: JsonClient, models: unknown) {
  const software = softwareOf(models)
  const known: Partial<ServerInfo> = {
    software: software ?? "unknown",
    contextTokens: numberAt(models, "data", 0, "max_model_len")
  }
  if (software === "vLLM" || software === "SGLang") return known
  const props = fromProps(yield* ask(client, "/props"))
  if (props !== undefined || software === "llama.cpp") return { ...known, ...props }
  const [info, version] = yield* Effect.all([ask(client, "/info"), ask(client, "/api/version")], {
    concurrency: 2
  })
  const tei = fromInfo(info)
  if (tei !== undefined) return { ...known, ...tei }
  if (textAt(version, "version") === undefined) return known
  const running = yield* ask(client, "/api/ps")
  return {
    ...known,
    software: "Ollama" as const,
    contextTokens: numberAt(running, "models", 0, "context_length")
  }
})

/** A server that does not answer. */
const silent: ServerInfo = { software: "unknown", models: [] }

/** Asks a server what it is. Fails with what little is known when it does not answer, so that it is asked again. */
export const askServer = Effect.fnUntraced(function* (client: JsonClient) {
  const models = yield* client.probe({ path: "/v1/models" }).pipe(
    Effect.timeout(limits.probeTimeout),
    // Without a status nothing answers, and nothing else is asked.
    Effect.catch((error) =>
      "status" in error && error.status !== undefined ? Effect.void : Effect.fail(silent)
    )
  )
  const names = listAt(models, "data").flatMap((model) => textAt(model, "id") ?? [])
  const info: ServerInfo = { software: "unknown", models: names, ...(yield* identify(client, models)) }
  return names.length === 0 && info.software === "unknown" ? yield* Effect.fail(info) : info
})
