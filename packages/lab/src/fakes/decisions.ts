// A fake decisions engine: the state of a request says whether it answers, fails or waits.
import { Decisions, fromWeigher, make, type Weigher } from "@leadline/core/decisions"
import * as ApiError from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import type * as Schema from "effect/Schema"
import { trackActive } from "./activeWork.ts"

/** Their messages must never leave a server. */
const failures: { readonly [tag: string]: () => ApiError.ApiError } = {
  AuthenticationError: () => new ApiError.AuthenticationError({ message: "secret-cause", status: 401 }),
  ConflictError: () => new ApiError.ConflictError({ message: "secret-cause" }),
  ConnectionError: () =>
    new ApiError.ConnectionError({
      message: "secret-cause",
      phase: "connect",
      reason: "refused"
    }),
  DeadlineExceededError: () => new ApiError.DeadlineExceededError({ message: "secret-cause" }),
  InternalServerError: () => new ApiError.InternalServerError({ message: "secret-cause" }),
  InvalidResponseError: () => new ApiError.InvalidResponseError({ message: "secret-cause" }),
  NotFoundError: () => new ApiError.NotFoundError({ message: "secret-cause" }),
  PermissionDeniedError: () => new ApiError.PermissionDeniedError({ message: "secret-cause", status: 403 }),
  RateLimitError: () => new ApiError.RateLimitError({ message: "Over the token limit.", retryAfter: 2500 }),
  StreamTruncatedError: () => new ApiError.StreamTruncatedError({ message: "secret-cause" }),
  UnavailableError: () => new ApiError.UnavailableError({ message: "secret-cause", retryAfter: 7000 })
}

/** A failure of the class that is asked for; undefined for what is no class. */
export const failureNamed = (tag: string): ApiError.ApiError | undefined =>
  Object.hasOwn(failures, tag) ? failures[tag]?.() : undefined

const stateField = (state: Schema.Json, what: string): unknown =>
  Predicate.isObject(state) ? state[what] : undefined

/**
 * Weights fall with the position of an option: the first is always the likeliest. A state `{ "fail": tag }` fails
 * with that class, `{ "die": true }` dies, `{ "tokens": n }` sets the token count, `{ "wait": ms }` waits.
 */
export const fakeWeigher: Weigher = {
  capabilities: { images: "ignored", contextTokens: 262_144, deterministic: true },
  countTokens: (state, asks) => {
    const tokens = stateField(state, "tokens")
    return Effect.succeed(typeof tokens === "number" ? tokens : 24 + 92 * asks.length)
  },
  weigh: (state, asks) =>
    Effect.gen(function* () {
      const failure = failureNamed(String(stateField(state, "fail")))
      if (failure !== undefined) return yield* failure
      if (stateField(state, "die") === true) return yield* Effect.die(new Error("secret-cause"))
      const wait = stateField(state, "wait")
      if (typeof wait === "number") yield* trackActive(Effect.sleep(wait))
      return { weights: asks.map(({ options }) => options.map((_, place) => -place)) }
    })
}

/** The fake decisions service. */
export const layerFakeDecisions: Layer.Layer<Decisions> = Layer.succeed(
  Decisions,
  make(fromWeigher(fakeWeigher))
)
