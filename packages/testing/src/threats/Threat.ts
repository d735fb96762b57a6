// One attack on a server as data: the bytes that are sent, and what must come back.
import type { RawResponse } from "./readResponses.ts"
import type { LoopTurn } from "./eventLoopTurns.ts"

/** The servers of the suite; they differ in settings only. */
export type ServerName = "plain" | "short" | "guessed" | "proxied" | "limited" | "narrow" | "listed"

/** What a connection does next. */
export type Step =
  /** Sends it. Text is Latin-1. */
  | string
  | Uint8Array
  /** Sends what is made of the answers so far; large texts are made when they are due. */
  | ((answers: ReadonlyArray<RawResponse>) => string)
  /** Sends a text so often, as fast as the other side reads. */
  | { readonly repeat: string; readonly times: number }
  /** Waits so many milliseconds. */
  | { readonly wait: number }
  /** Waits until so many answers are there, the one that has begun among them when `begun`. */
  | { readonly answers: number; readonly begun?: true }
  /** Waits until the engine works on something. */
  | { readonly engine: "busy" }
  /** Sends the end of the connection, or cuts it. */
  | { readonly leave: "FIN" | "RST" }
  /** Reads no more. */
  | { readonly deaf: true }

/** What an answer must be. */
export interface ExpectedResponse {
  /** One of these. */
  readonly status: number | ReadonlyArray<number>
  /**
   * `bare`: nothing, from the parser or the first gate step. `nothing`: no body, no id. `empty`: no body, an id.
   * `json`: any JSON. `detail`: the list of failures. Else the `type` of the error object, or a check of the text.
   */
  readonly body: string | ((text: string) => boolean)
  /** Header values that must hold; null: the header must be absent. */
  readonly headers?: { readonly [name: string]: string | RegExp | null }
  /** It has begun and does not end. */
  readonly cut?: true
  /** It may also be missing, at the end. */
  readonly optional?: true
}

/** One row of the table. */
export interface Threat {
  readonly id: string
  readonly title: string
  /** Default `plain`. */
  readonly server?: ServerName
  /** Connections of the same server that stand beside it: so many, each having sent this; they hold so many bytes. */
  readonly beside?: { readonly count: number; readonly send: string; readonly holds: number }
  /** How many connections do the same at once; the answers are those of all of them, by status. Default 1. */
  readonly times?: number
  readonly send: ReadonlyArray<Step>
  /** In order; all there are. `any`: they are not looked at. */
  readonly answers: ReadonlyArray<ExpectedResponse> | "any"
  /** `open`: one more request on it is answered. `closed`: the server ends it. `left`: nobody asks. */
  readonly connection: "open" | "closed" | "left"
  /** Milliseconds for all of it. Default 20,000. */
  readonly within?: number
  /** `idle`: the engine works on nothing within 100 ms of the last step (1 s on a busy machine). */
  readonly engine?: "idle"
  /** Processor milliseconds that no turn of the server's loop may take over, in the best of three runs; runs apart. */
  readonly turn?: number
  /** Runs apart from all others. */
  readonly alone?: true
}

/** What a row came to: nothing wrong, or what. */
export interface Outcome {
  readonly threat: Threat
  readonly wrong: ReadonlyArray<string>
  readonly milliseconds: number
  /** Milliseconds until the engine was idle, where that is asked. */
  readonly idleAfter?: number
  /** The longest turn of the loop, where that is asked. */
  readonly turn?: LoopTurn
}

/** Where a server of the suite listens, and where it tells what its engine does. */
export interface Target {
  readonly port: number
  readonly control: number
}

/** Where all servers of the suite are. */
export type Targets = { readonly [name in ServerName]: Target }
