// Decisions under a policy: finds it by a header or the key, says in headers and body what it makes of the answers.
// Assumed: ours.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as ApiError from "../../errors/ApiError.ts"
import { actionHeader, modelHeader, noPolicy, policyHeader } from "../../protocol/policyHeaders.ts"
import type { AnsweredBy, ServedRequest } from "../../validation/ServedRequest.ts"
import { type Answering, answeringOf, modelText, statedProbability } from "./policyEvidence.ts"
import { type Action, type PolicyResult, type QuestionResult, type ReviewReason } from "./policyResult.ts"
import type { Answer, DecisionsRequest, DecisionsResponse } from "./schema.ts"

/** What a policy makes of each answer. */
export interface Judgement {
  readonly [question: string]: QuestionResult
}

/** Questions with their answers, and what answered them. */
export interface Judged extends Answering {
  readonly questions: DecisionsRequest["questions"]
  readonly answers: { readonly [name: string]: Answer }
}

/** A version of a policy of a key group. */
export interface StoredPolicy {
  readonly name: string
  readonly version: number
  /** Says of each answer whether it is acted upon. Whatever differs from what the policy was fitted on is a review. */
  readonly judge: (judged: Judged) => Judgement
}

/** Finds a version of a policy of a key group; without `version` the newest. Fails when its store does not answer. */
export type FindPolicy = (
  group: string,
  name: string,
  version?: number
) => Effect.Effect<StoredPolicy | undefined, ApiError.UnavailableError>

/** The policies of key groups. Default: there are none. */
export const Policies = Context.Reference<{ readonly find: FindPolicy }>(
  "@leadline/core/decisions/Policies",
  {
    defaultValue: () => ({ find: () => Effect.undefined })
  }
)

/** A request that was answered under a policy. */
export interface PolicyOutcome {
  /** The key group of the caller. */
  readonly group: string
  /** The id of the caller's key. */
  readonly keyId: string
  /** With its version, as `tickets@3`. */
  readonly policy: string
  readonly requestId: string
  /** As it was decoded; that of a dialect as a request of decisions. */
  readonly request: DecisionsRequest
  /** As the engine gave it. */
  readonly response: DecisionsResponse
  /** The model that answered; undefined: its engine does not say. */
  readonly model: string | undefined
  readonly action: Action
  /** Why it goes to review, each reason once. Empty: it is acted upon. */
  readonly reasons: ReadonlyArray<string>
  readonly questions: Judgement
}

/**
 * Takes each request that was answered under a policy, once. `record` returns at once and never fails: the answer waits
 * for it. Default: it does nothing.
 */
export const PolicyOutcomes = Context.Reference<{
  readonly record: (outcome: PolicyOutcome) => Effect.Effect<void>
}>("@leadline/core/decisions/PolicyOutcomes", { defaultValue: () => ({ record: () => Effect.void }) })

/** What is needed of an HTTP request. */
export interface PolicyRequest extends Pick<ServedRequest, "id" | "addHeaders"> {
  answeredBy?: Array<AnsweredBy> | undefined
  /** Set where a message of a protocol calls the operation: its answer has no headers. */
  readonly call?: object | undefined
  readonly exchange: { readonly headers: { readonly [name: string]: string | undefined } }
  readonly caller: { readonly group: string; readonly key: string; readonly policy?: string } | undefined
}

const form = /^(?<name>[A-Za-z0-9_-]{1,64})(?:@(?<version>[1-9]\d{0,8}))?(?:\s*;\s*body=\?(?<body>[01]))?$/

const invalid = (message: string) =>
  new ApiError.InvalidRequestError({
    message: `${policyHeader}: ${message}`,
    param: policyHeader,
    // With any other, some dialects would answer 422.
    phase: "body"
  })

/** All answers go to review for a reason that is not theirs. */
export const reviewAll = (
  { answers, questions }: Pick<Judged, "answers" | "questions">,
  reason: ReviewReason
): Judgement =>
  Object.fromEntries(
    Object.keys(questions).map((name) => {
      const probability = statedProbability(answers[name])
      return [name, { action: "review", reason, probability, calibrated: null, threshold: null }]
    })
  )

/** The policy of a request, and whether the body says what it makes of the answers. */
interface Asked {
  readonly group: string
  readonly keyId: string
  readonly name: string
  readonly version: number | undefined
  readonly isInBody: boolean
  /** The caller named it; otherwise it is that of the key. */
  readonly isNamed: boolean
}

const askedBy = ({ call, caller }: PolicyRequest, header: string | undefined): Asked | undefined => {
  const { body, name, version } = form.exec(header ?? caller?.policy ?? "")?.groups ?? {}
  if (name === undefined || caller === undefined) return undefined
  return {
    group: caller.group,
    keyId: caller.key,
    name,
    version: version === undefined ? undefined : Number(version),
    isInBody: header === undefined ? call !== undefined : body !== "0",
    isNamed: header !== undefined
  }
}

/** What is added to the body of a response. */
export interface Added {
  readonly policy?: PolicyResult
}

/** Applies a policy to a response: adds headers, records the outcome, and gives what is added to the body. */
export type Apply = (request: DecisionsRequest, response: DecisionsResponse) => Effect.Effect<Added>

const nothing: Added = {}

/** Finds the policy of a request. Undefined: there is none, and nothing is to be done. */
export type PolicyOf = (context: PolicyRequest) => Effect.Effect<Apply, ApiError.ApiError> | undefined

/** Names the model that answered. */
const nameModel =
  (context: PolicyRequest, answeredBy: ReadonlyArray<AnsweredBy>): Apply =>
  (_request, { answers }) =>
    Effect.sync(() => {
      const answering = answeringOf(answeredBy, answers)
      if (answering.model !== undefined) {
        context.addHeaders(() => ({ [modelHeader]: modelText(answering) }))
      }
      return nothing
    })

/** Makes what finds the policy of a request. */
export const makePolicyOf: Effect.Effect<PolicyOf> = Effect.map(
  Effect.all([Policies, PolicyOutcomes]),
  ([policies, outcomes]) => {
    const apply =
      (
        context: PolicyRequest,
        answeredBy: ReadonlyArray<AnsweredBy>,
        asked: Asked,
        found: StoredPolicy | undefined
      ): Apply =>
      (request, response) =>
        Effect.suspend(() => {
          const { answers } = response
          const answering = answeringOf(answeredBy, answers)
          const judged: Judged = { questions: request.questions, answers, ...answering }
          const questions = found === undefined ? reviewAll(judged, "policy_missing") : found.judge(judged)
          const reasons = new Set(Object.values(questions).flatMap(({ reason }) => reason ?? []))
          const action = reasons.size === 0 ? "act" : "review"
          const version = found?.version ?? asked.version
          const policy = version === undefined ? asked.name : `${asked.name}@${version}`
          context.addHeaders(() => ({ [policyHeader]: policy, [actionHeader]: action }))
          const recorded = outcomes.record({
            group: asked.group,
            keyId: asked.keyId,
            policy,
            requestId: context.id,
            request,
            response,
            model: answering.model,
            action,
            reasons: Array.from(reasons),
            questions
          })
          return Effect.as(
            recorded,
            asked.isInBody ? { policy: { name: policy, action, questions } } : nothing
          )
        })

    return (context) => {
      const header = context.exchange.headers[policyHeader]
      if (header === undefined && context.caller?.policy === undefined) return undefined
      const answeredBy: Array<AnsweredBy> = []
      context.answeredBy = answeredBy
      if (header === noPolicy) return Effect.succeed(nameModel(context, answeredBy))
      const asked = askedBy(context, header)
      if (asked === undefined) {
        return Effect.fail(invalid("expected a name, as tickets or tickets@3, optionally with ; body=?0"))
      }
      const { group, isNamed, name, version } = asked
      return Effect.flatMapEager(policies.find(group, name, version), (found) =>
        found === undefined && isNamed
          ? Effect.fail(
              invalid(`the key group has no policy ${version === undefined ? name : `${name}@${version}`}`)
            )
          : Effect.succeed(apply(context, answeredBy, asked, found))
      )
    }
  }
)

/** An answer under the policy of its request, if there is one. */
export const underPolicy = <E>(
  policyOf: PolicyOf,
  context: PolicyRequest,
  request: DecisionsRequest,
  answer: Effect.Effect<DecisionsResponse, E>
): Effect.Effect<Effect.Effect<DecisionsResponse, E>, ApiError.ApiError> => {
  const found = policyOf(context)
  if (found === undefined) return Effect.succeed(answer)
  return Effect.mapEager(found, (apply) =>
    Effect.flatMap(answer, (response) =>
      Effect.map(apply(request, response), (added) => ({ ...response, ...added }))
    )
  )
}
