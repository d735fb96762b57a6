// Which server speaks System One, by what it answers.
import type { ApiError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import { property } from "../decisions/invalidAnswer.ts"
import { answerAt, ownerOf } from "../decisions/detectServer.ts"
import type { JsonClient } from "../http/JsonClient.ts"
import type { Server } from "./flavors.ts"

const owners: ReadonlyMap<unknown, Server> = new Map([
  ["llamacpp", "llamacpp"],
  ["sglang", "sglang"],
  ["vllm", "vllm"]
])

/** TypeSafe lists `models` alone; llama.cpp has them beside `data`. */
const isTypeSafe = (list: unknown): boolean =>
  Array.isArray(property(list, "models")) && property(list, "data") === undefined

const hasVersion = (answer: unknown): boolean => typeof property(answer, "version") === "string"

/** Asks in turn, until one answer tells. Fails where nothing answers at all. */
export const detect = (client: JsonClient): Effect.Effect<Server, ApiError> =>
  Effect.gen(function* () {
    const list = yield* answerAt(client, "/v1/models")
    const owner = owners.get(ownerOf(list))
    if (owner !== undefined) return owner
    if (isTypeSafe(list)) return "typesafe"
    if (hasVersion(yield* answerAt(client, "/api/version"))) return "ollama"
    if (property(yield* answerAt(client, "/props"), "build_info") !== undefined) return "llamacpp"
    return hasVersion(yield* answerAt(client, "/version")) ? "localai" : "unknown"
  })
