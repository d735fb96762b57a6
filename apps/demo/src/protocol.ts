// What the page and its server say to each other.

/** An answer's head, as far as the page shows it. */
export interface Head {
  readonly status: number
  readonly requestId: string | undefined
  readonly attempts: number
  /** Milliseconds. */
  readonly elapsed: number
  readonly rateLimit: { readonly limit: number; readonly remaining: number } | undefined
}

/** A typed error of the client, as far as the page shows it. */
export interface Problem {
  readonly _tag: string
  readonly message: string
  readonly status?: number
  readonly phase?: string
  readonly reason?: string
  readonly requestId?: string
  readonly attempts?: number
  /** Milliseconds before each attempt but the first. */
  readonly waits?: ReadonlyArray<number>
  readonly elapsed?: number
  readonly isRetryable?: boolean
  readonly retryAfter?: number
  readonly eventsSeen?: number
  readonly sent?: boolean
  readonly issues?: ReadonlyArray<{ readonly path: ReadonlyArray<string | number>; readonly message: string }>
}

/** The end of a call. */
export type Reply =
  | { readonly ok: true; readonly data: unknown; readonly head: Head }
  | { readonly ok: false; readonly problem: Problem }

/** A line of a stream: events, then one end. Lines may be empty. */
export type Line = { readonly event: unknown } | { readonly done: true } | { readonly problem: Problem }

/** Operations that answer once. */
export const calls = [
  "chat.create",
  "decisions.create",
  "embeddings.create",
  "models.list",
  "responses.create",
  "search.create",
  "skills.delete",
  "skills.list",
  "skills.listRevisions"
] as const

/** The name of one of them. */
export type CallName = (typeof calls)[number]

/** Operations that answer with events. */
export const streams = ["chat.stream", "responses.stream"] as const

/** The name of one of them. */
export type StreamName = (typeof streams)[number]

/** A key of this session. The key itself was shown when it was made, once. */
export interface KnownKey {
  readonly handle: string
  readonly name: string
  readonly isRevoked: boolean
}

/** One attempt as the client made it, in milliseconds from the call. */
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

/** What the page says about the server behind it. */
export interface About {
  /** The address of the service, or undefined: it runs in the demo's own process. */
  readonly baseUrl: string | undefined
  readonly runtime: string
  /** USD per 1,000,000 input tokens of decisions, whose answers tell no cost. */
  readonly decisionsPrice: number
  /** What addresses of the service's own documents start with: the demo shows these itself, under /source/. */
  readonly sources: string | undefined
  readonly faults: ReadonlyArray<FaultInfo>
}
