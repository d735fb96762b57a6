// Conformance cases of embeddings.
import type { ApiError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import { expect, expectError } from "../ConformanceCase.ts"
import { embeddingsAnswers } from "./answers.ts"
import { check, embed, embedPlain, refuses, refusesPlain, type EmbeddingsCase } from "./calls.ts"
import { embeddingsRejections } from "./rejections.ts"

export type { EmbeddingsCase } from "./calls.ts"

/** Cases of any implementation. */
export const embeddingsCases: ReadonlyArray<EmbeddingsCase> = [...embeddingsAnswers, ...embeddingsRejections]

const fails = (tag: ApiError["_tag"]): EmbeddingsCase =>
  check(
    `an engine's ${tag} arrives as such`,
    Effect.gen(function* () {
      for (const call of [embed({ input: [[`fail:${tag}`]] }), embedPlain({ input: `fail:${tag}` })]) {
        yield* expectError(tag, call)
      }
    })
  )

/** Cases of the fake engine, over any setup: failures keep their class. */
export const fakeEmbeddingsCases: ReadonlyArray<EmbeddingsCase> = [
  fails("InternalServerError"),
  fails("ConnectionError"),
  fails("UnavailableError"),
  fails("DeadlineExceededError"),
  fails("RateLimitError"),
  check(
    "32,768 tokens a document and 120,000 in all pass",
    Effect.gen(function* () {
      const whole = ["tokens:32768", "tokens:32768", "tokens:32768", "tokens:21696"]
      const { usage } = yield* embed({ input: whole.map((text) => [text]), dimensions: 128 })
      const plain = yield* embedPlain({ input: whole, dimensions: 128 })
      yield* expect(usage.total_tokens === 120_000 && usage.cost.total_cost === 0.00096, "contextualized")
      yield* expect(plain.usage.total_tokens === 120_000 && plain.usage.cost.total_cost === 0.00048, "plain")
    })
  ),
  refuses("the 32,769th token of a document", { input: [["tokens:32768", "a"]] }),
  refuses("the 120,001st token", {
    input: [["tokens:32768"], ["tokens:32768"], ["tokens:32768"], ["tokens:21697"]]
  }),
  refusesPlain("the 32,769th token of a text", { input: ["tokens:32769"] })
]
