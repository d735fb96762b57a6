// One attack on a server as data: the bytes to send, and the responses that must come back.
import type { RawResponse } from "./readResponses.ts"

/** The threat servers, which differ in settings only; `backed` has hostile backends, too; `admin` is the admin port
 * of one. */
export type ServerName =
  | "plain"
  | "short"
  | "guessed"
  | "proxied"
  | "limited"
  | "narrow"
  | "listed"
  | "backed"
  | "embedded"
  | "admin"

/** A step of a connection. */
export type Step =
  /** Sends the data. Text is Latin-1. */
  | string
  /** Sends a text computed from the responses so far. */
  | ((answers: ReadonlyArray<RawResponse>) => string)
  /** Sends a text so many times, as fast as the server reads. */
  | { readonly repeat: string; readonly times: number }
  /** Waits so many milliseconds. */
  | { readonly wait: number }
  /** Waits for so many complete responses; with `begun`, incomplete ones count. */
  | { readonly answers: number; readonly begun?: true }
  /** Waits until an engine is working. */
  | { readonly engine: "busy" }
  /** Closes the connection by FIN or RST. */
  | { readonly leave: "FIN" | "RST" }
  /** Does something to the server elsewhere than on the connection. */
  | { readonly run: (target: Target) => Promise<void> }
  /** Stops reading. */
  | { readonly deaf: true }

/** An expected response. */
export interface ExpectedResponse {
  /** One of these. */
  readonly status: number | ReadonlyArray<number>
  /**
   * `bare`: nothing, from the parser or the first gate step. `nothing`: no body, no id. `empty`: no body, an id.
   * `json`: any JSON. `detail`: the list of failures. Else the `type` of the error object, or a check of the text.
   */
  readonly body: string | ((text: string) => boolean)
  /** Expected header values; null: the header must be absent. */
  readonly headers?: { readonly [name: string]: string | RegExp | null }
  /** The response begins and is cut. */
  readonly cut?: true
  /** The response may be missing, at the end of the list. */
  readonly optional?: true
}

/** One row of the threat table. */
export interface Threat {
  readonly id: string
  readonly title: string
  /** Default `plain`. */
  readonly server?: ServerName
  /** Other connections to the same server: `count` of them, each having sent `send`; together they hold `holds` bytes. */
  readonly beside?: { readonly count: number; readonly send: string; readonly holds: number }
  /** Connections that run the steps concurrently; `answers` are those of all, sorted by status. Default 1. */
  readonly times?: number
  readonly send: ReadonlyArray<Step>
  /** All responses in order. `any`: not checked. */
  readonly answers: ReadonlyArray<ExpectedResponse> | "any"
  /** `open`: one more request on it gets a response. `closed`: the server closes it. `left`: not checked. */
  readonly connection: "open" | "closed" | "left"
  /** Time limit of the row in milliseconds. Default 20,000. */
  readonly within?: number
  /** `idle`: all engines are idle within one second of the last step. */
  readonly engine?: "idle"
  /** Greatest processor time of one event loop turn in milliseconds, in the best of up to four runs; runs alone. */
  readonly turn?: number
  /** Runs alone. */
  readonly alone?: true
}

/** The result of a row: what is wrong with it. */
export interface Outcome {
  readonly threat: Threat
  readonly wrong: ReadonlyArray<string>
}

/** The port of a threat server, the control port of its process, and the URL of its PostgreSQL, if it is on one. */
export interface Target {
  readonly port: number
  readonly control: number
  readonly database?: string | undefined
}

/** All threat servers. */
export type Targets = { readonly [name in ServerName]: Target }
