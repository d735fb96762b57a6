// The token ids of labels, by the tokenizer of the server.
// Assumed: ours.
import type { ApiError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import { mapStatus } from "../../http/mapStatus.ts"
import { listAt } from "../../json/unknownJson.ts"
import type { ModelServer } from "../server/ModelServer.ts"
import { faulty, type ReadoutFault } from "./faults.ts"
import { type LabelSet, spellings } from "./labels.ts"

/** Ids of each label. */
export type LabelIds = ReadonlyArray<ReadonlyArray<number>>

/** The tokens of a text: as vLLM and SGLang answer, and as llama.cpp does. */
export const tokenize = (server: ModelServer, model: string, text: string) =>
  server.client
    .probe({
      path: "/tokenize",
      body: { model, prompt: text, content: text, add_special_tokens: false, add_special: false }
    })
    .pipe(
      Effect.map((answer) => listAt(answer, "tokens").filter((id): id is number => typeof id === "number"))
    )

/** Finds the ids of labels, and keeps them. A label that no single token spells is a fault. */
export const makeLabelIds = (server: ModelServer, model: string) => {
  const known = new Map<string, LabelIds>()
  return ({ ignoreCase, labels }: LabelSet): Effect.Effect<LabelIds, ApiError | ReadoutFault> => {
    const key = `${ignoreCase} ${labels.join()}`
    const found = known.get(key)
    if (found !== undefined) return Effect.succeed(found)
    const idsOf = Effect.fnUntraced(function* (texts: ReadonlyArray<string>) {
      const tokens = yield* Effect.forEach(texts, (text) => tokenize(server, model, text), { concurrency: 4 })
      const ids = [...new Set(tokens.flatMap((own) => (own.length === 1 ? own : [])))]
      return ids.length === 0 ? yield* faulty("label-tokens") : ids
    })
    return Effect.forEach(spellings({ ignoreCase, labels }), idsOf).pipe(
      Effect.tap((ids) => Effect.sync(() => known.set(key, ids))),
      Effect.mapError((error) => (error._tag === "ReadoutFault" ? error : mapStatus(error)))
    )
  }
}
