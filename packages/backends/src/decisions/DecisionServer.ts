// A decision server: its limits, its images, and its dialect.
import type { Question } from "@leadline/core/decisions"
import type { ApiError } from "@leadline/core/errors"
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"

/** A question as it is sent: one of the request, or one round of a question with too many options. */
export interface ServerQuestion {
  /** Unique in its request. */
  readonly name: string
  /** The name of the caller's question. */
  readonly questionName: string
  readonly question: Question
}

/** The most that a server takes in one request. */
export interface Caps {
  readonly questions: number
  readonly options: number
  readonly levels: number
  /** The answer to a question depends on the others of its request, so that a request cannot be split. */
  readonly isJoint: boolean
}

/** How a server takes images: in a list beside the state, in their place in it, or not at all. */
export interface ImageSupport {
  readonly max: number
  readonly as: "dataUrls" | "base64" | "inPlace"
  /** As in `image/png`. */
  readonly formats: ReadonlyArray<string>
}

/** A request, before it is written in a dialect. */
export interface DecisionCall {
  /** Its name there. */
  readonly model: string
  /** Without images that go beside it. */
  readonly state: Schema.Json
  /** Images that go beside the state, as the server takes them. */
  readonly images: ReadonlyArray<string>
  readonly questions: ReadonlyArray<ServerQuestion>
}

/** The checked answer to one question. */
export interface Reading {
  /** Sums to 1: noul `[yes, no]`, else in the order of options or levels. */
  readonly probabilities: ReadonlyArray<number>
  /** How many decimals the server has kept; undefined: all. */
  readonly decimals?: number | undefined
  /** How many decimals these probabilities have as it gave them; null: all. */
  readonly statedDecimals: number | null
  /** As the server says, for the check; the response has a confidence computed here. */
  readonly confidence?: number | undefined
  /** How much of the model's probability fell on the options, 0 to 1, where the server says so. */
  readonly labelMass?: number | undefined
}

/** A decision server. */
export interface DecisionServer {
  /** As in the setting `server`. */
  readonly name: string
  /** Where requests go, after the address of the backend. */
  readonly path: string
  readonly caps: Caps
  /** Undefined: it takes none. */
  readonly images: ImageSupport | undefined
  readonly encode: (call: DecisionCall) => Schema.Json
  /** One reading for each question, in their order. Fails for an answer that is none to these questions. */
  readonly decode: (
    answer: unknown,
    questions: ReadonlyArray<ServerQuestion>
  ) => Effect.Effect<ReadonlyArray<Reading>, ApiError>
}
