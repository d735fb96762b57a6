// The policy file that `fit` writes, and `evaluate --policy` and `policies put` read.
import type { Question } from "@leadline/core/decisions"
import { type Answering, Policy, questionsText } from "@leadline/core/policies"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import type { Collected } from "../evaluation/collect.ts"
import type { QuestionsFile } from "../rows/questionsFile.ts"
import { StartupError, unreadable } from "../StartupError.ts"

/** The hash of questions that a policy belongs to. */
export const questionsHash = (questions: { readonly [name: string]: Question }): string =>
  createHash("sha256").update(questionsText(questions)).digest("hex")

/** The hash of the labels of rows, whatever was answered. */
export const labelsHash = (questions: Collected["questions"]): string => {
  const labels = Object.entries(questions).map(([name, { ids, rows }]) => [
    name,
    rows.map(({ label }, at) => [ids[at], label])
  ])
  return createHash("sha256").update(JSON.stringify(labels)).digest("hex")
}

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Policy), { onExcessProperty: "error" })

const failed = (path: string, message: string) => new StartupError({ message: `${path}: ${message}` })

/** Reads a policy. */
export const readPolicy = (path: string): Effect.Effect<Policy, StartupError> =>
  Effect.gen(function* () {
    const text = yield* Effect.try({
      try: () => readFileSync(path, "utf8"),
      catch: (error) => unreadable(path, error)
    })
    return yield* Effect.mapError(decode(text), () => failed(path, "expected a policy of leadline fit"))
  })

/** How many policies were fitted to these labels before into a file; 0 without a policy in it. */
export const fitsBefore = (path: string, hash: string): Effect.Effect<number> =>
  Effect.match(readPolicy(path), {
    onFailure: () => 0,
    onSuccess: ({ fits, labelsHash: known }) => (known === hash ? fits : 0)
  })

/** Reads a policy for questions; fails where it was fitted for others or another model. */
export const readPolicyOf = (path: string, file: QuestionsFile): Effect.Effect<Policy, StartupError> =>
  Effect.gen(function* () {
    const policy = yield* readPolicy(path)
    if (policy.questionsHash !== questionsHash(file.questions)) {
      return yield* failed(path, "the policy was fitted for other questions: fit it again")
    }
    if (policy.model !== file.model) {
      return yield* failed(path, `the policy was fitted for the model ${policy.model}: fit it again`)
    }
    return policy
  })

const shown = (decimals: number | null) => (decimals === null ? "all decimals" : `${decimals} decimals`)

/** Fails where another model answers than the one that a policy was fitted on, or one that rounds otherwise. */
export const checkAnswering = (
  path: string,
  { answeredBy }: Policy,
  { decimals, model }: Answering
): Effect.Effect<void, StartupError> => {
  if (model !== answeredBy.model) {
    return Effect.fail(
      failed(
        path,
        `the policy was fitted on ${answeredBy.model}, and ${model ?? "no model"} answers: fit it again`
      )
    )
  }
  return decimals === answeredBy.decimals
    ? Effect.void
    : Effect.fail(
        failed(
          path,
          `the policy was fitted on probabilities with ${shown(answeredBy.decimals)}, and they have ${shown(decimals)} now: fit it again`
        )
      )
}
