// Detects the server that speaks System One, by its answers.
import type { ApiError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import { answerAt, ownerOf } from "../decisions/detectServer.ts"
import type { JsonClient } from "../http/JsonClient.ts"
import { textAt, valueAt } from "../json/unknownJson.ts"
import type { Server } from "./flavors.ts"

const owners: ReadonlyMap<unknown, Server> = new Map([
  ["llamacpp", "llamacpp"],
  ["sglang", "sglang"],
  ["vllm", "vllm"]
])

/** TypeSafe lists `models` alone; llama.cpp has them beside `data`. */
const isTypeSafe = (list: unknown): boolean =>
  Array.isArray(valueAt(list, "models")) && valueAt(list, "data") === undefined

const hasVersion = (answer: unknown): boolean => textAt(answer, "version") !== undefined

/** Asks in turn, until one answer tells. Fails where nothing answers at all. */
export const detect = (client: JsonClient): Effect.Effect<Server, ApiError> =>
  Effect.gen(function* () {
    const list = yield* answerAt(client, "/v1/models")
    const owner = owners.get(ownerOf(list))
    if (owner !== undefined) return owner
    if (isTypeSafe(list)) return "typesafe"
    if (hasVersion(yield* answerAt(client, "/api/version"))) return "ollama"
    if (valueAt(yield* answerAt(client, "/props"), "build_info") !== undefined) return "llamacpp"
    return hasVersion(yield* answerAt(client, "/version")) ? "localai" : "unknown"
  })
