// Detects the server that speaks OpenAI's Decisions, by its model list.
import type { ApiError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import { answerAt, ownerOf } from "../decisions/detectServer.ts"
import type { JsonClient } from "../http/JsonClient.ts"
import type { Server } from "./flavors.ts"

const owners: ReadonlyMap<unknown, Server> = new Map([
  ["openai", "openai"],
  ["system", "openai"],
  ["vllm", "vllm"]
])

/** Fails where nothing answers. */
export const detect = (client: JsonClient): Effect.Effect<Server, ApiError> =>
  Effect.map(answerAt(client, "/models"), (list) => owners.get(ownerOf(list)) ?? "unknown")
