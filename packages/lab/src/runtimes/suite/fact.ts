// The type of facts, and helpers for them. Nothing here depends on a runtime or a test framework.
import type { Client, ClientOptions } from "@leadline/core/client"

/** Where facts are checked. */
export interface Setting {
  /** Base URL of this run on the fixture. */
  readonly baseUrl: string
  readonly createClient: (options: ClientOptions) => Client
  /** Pages and web workers see less of a response than servers do. */
  readonly isBrowser: boolean
}

/** What the fixture has seen of one fact. */
export interface Seen {
  readonly requests: number
  /** Requests that came to where a redirect led. */
  readonly followed: number
  /** Open exchanges. */
  readonly open: number
  /** Body bytes of a stream without end. */
  readonly written: number
  readonly last?: {
    readonly operation: string
    readonly headers: { readonly [name: string]: string | ReadonlyArray<string> | undefined }
    readonly body: string
  }
}

/** The context of a fact: a client whose service responds as the scenario says. */
export interface At extends Setting {
  readonly client: Client
  readonly options: ClientOptions
  readonly seen: () => Promise<Seen>
}

/** One fact about the client. */
export interface Fact {
  readonly name: string
  readonly scenario: string
  /** Options of the client. Default: no retries. */
  readonly options?: Omit<ClientOptions, "baseUrl">
  /** Rejects when the fact does not hold. */
  readonly holds: (at: At) => Promise<void>
}

/** The key of every client of the suite. No error may show it. */
export const apiKey = "ll-test-key-0123456789abcdef"

/** Part of invalid responses of the fixture. No error and no log may show it. */
export const secret = "whisper-4711"

/** Throws the message unless the condition holds. */
export const expect = (condition: boolean, message: string): void => {
  if (!condition) throw new Error(message)
}

/** Compares as JSON. */
export const same = (actual: unknown, wanted: unknown, what: string): void => {
  const [is, want] = [JSON.stringify(actual), JSON.stringify(wanted)]
  expect(is === want, `${what} is ${is}, wanted ${want}`)
}

/** The fields of a failure. */
export type Failed = { readonly [name: string]: unknown }

/** The error that a promise rejects with. */
export const failure = (promise: Promise<unknown>): Promise<Failed> =>
  promise.then(
    (value) => Promise.reject(new Error(`it succeeds with ${JSON.stringify(value)?.slice(0, 200)}`)),
    (error: Failed) => error
  )

/** Everything that an error shows of itself. */
export const shown = (error: object): string =>
  error instanceof Error ? `${error.stack} ${JSON.stringify(error)}` : JSON.stringify(error)

/** Checks that the call fails with these fields, and that the error shows neither key nor secret. */
export const fails = async (promise: Promise<unknown>, wanted: Failed): Promise<Failed> => {
  const error = await failure(promise)
  for (const [name, value] of Object.entries(wanted))
    same(error[name], value, `${name} of ${shown(error).slice(0, 300)}`)
  for (const each of [apiKey, secret]) expect(!shown(error).includes(each), `the failure shows ${each}`)
  return error
}

/** Waits for milliseconds. */
export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((done) => setTimeout(done, milliseconds))

/** Waits until the fixture has seen something. */
export const until = async (at: At, holds: (seen: Seen) => boolean, what: string): Promise<Seen> => {
  for (let tries = 0; ; tries++) {
    const seen = await at.seen()
    if (holds(seen)) return seen
    expect(tries < 500, `${what}: ${JSON.stringify(seen)}`)
    await sleep(20)
  }
}

/** Reads a stream to its end. */
export const readAll = async <A>(events: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const read: Array<A> = []
  for await (const event of events) read.push(event)
  return read
}
