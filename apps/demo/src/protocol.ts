// The protocol between the page and the demo server.

/** The part of a response head that the page shows. */
export interface Head {
  readonly status: number
  readonly requestId: string | undefined
  readonly attempts: number
  /** Milliseconds. */
  readonly elapsed: number
  readonly rateLimit: { readonly limit: number; readonly remaining: number } | undefined
  /** The backend that answered. */
  readonly backend: string | undefined
}

/** The part of a typed error that the page shows. */
export interface Problem {
  readonly _tag: string
  readonly message: string
  readonly status?: number
  readonly phase?: string
  readonly reason?: string
  readonly requestId?: string
  readonly attempts?: number
  /** Milliseconds waited before each attempt but the first. */
  readonly waits?: ReadonlyArray<number>
  readonly elapsed?: number
  readonly isRetryable?: boolean
  readonly retryAfter?: number
  readonly eventsSeen?: number
  readonly sent?: boolean
  readonly issues?: ReadonlyArray<{ readonly path: ReadonlyArray<string | number>; readonly message: string }>
}

/** The result of a call. */
export type Reply =
  | { readonly ok: true; readonly data: unknown; readonly head: Head }
  | { readonly ok: false; readonly problem: Problem }

/** A line of a stream: events, then `done` or `problem`. Empty lines keep it alive. */
export type Line = { readonly event: unknown } | { readonly done: true } | { readonly problem: Problem }

/** Operations with one answer. */
export const calls = [
  "chat.create",
  "contextualizedEmbeddings.create",
  "decisions.create",
  "models.list",
  "responses.create",
  "reviews.example",
  "reviews.label",
  "reviews.list",
  "reviews.skip",
  "reviews.take",
  "search.create",
  "skills.delete",
  "skills.list",
  "skills.listRevisions"
] as const

/** The name of one of them. */
export type CallName = (typeof calls)[number]

/** Streaming operations. */
export const streams = ["chat.stream", "responses.stream"] as const

/** The name of one of them. */
export type StreamName = (typeof streams)[number]

/** A key of this session, without its secret. */
export interface KnownKey {
  readonly handle: string
  readonly name: string
  readonly isRevoked: boolean
}

/** One attempt of the client. Times are milliseconds since the call. */
export interface Attempt {
  readonly startedAt: number
  readonly endedAt: number
  /** Status of the response, or why there was none. */
  readonly outcome: string
}

/** How the client handled a fault. */
export interface FaultReport {
  readonly attempts: ReadonlyArray<Attempt>
  /** Complete events that a stream delivered. */
  readonly events: number
  readonly elapsed: number
  readonly problem: Problem | undefined
}

/** A fault that the page can simulate. */
export interface FaultInfo {
  readonly id: string
  readonly title: string
  readonly description: string
}

/** Facts about the demo server. */
export interface About {
  /** Base URL of the service. Undefined: it runs in the demo's process. */
  readonly baseUrl: string | undefined
  readonly runtime: string
  /** USD per million input tokens of decisions: their responses have no cost. */
  readonly decisionsPrice: number
  readonly faults: ReadonlyArray<FaultInfo>
  /** Whether the demo may ask the admin API of the service. */
  readonly hasAdmin: boolean
}

/** By resource, the backends that answer it: steps in order, each with backends that share it by weight. */
export interface Routes {
  readonly [resource: string]: ReadonlyArray<
    ReadonlyArray<{ readonly backend: string; readonly weight: number }>
  >
}

/** A backend, and what it can do. */
export interface CheckedBackend {
  readonly name: string
  readonly kind: string
  readonly url: string
  readonly findings: ReadonlyArray<{
    readonly capability: string
    readonly value: string
    readonly isFailure?: boolean
    readonly advice?: string
  }>
}
