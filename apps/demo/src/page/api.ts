// The demo server's API. The page calls nothing else.
import type * as Protocol from "../protocol.ts"

/** A call failed, or the demo server did. */
export class Failure extends Error {
  readonly problem: Protocol.Problem
  constructor(problem: Protocol.Problem) {
    super(problem.message)
    this.problem = problem
  }
}

/** The problem of whatever was thrown. */
export const problemFrom = (error: unknown): Protocol.Problem =>
  error instanceof Failure ? error.problem : { _tag: "DemoPage", message: "Something on this page failed." }

const away = (message: string) => new Failure({ _tag: "DemoAway", message })
const brokenOff = () => away("The connection was lost in the middle of the response.")

const tags: { readonly [status: number]: string } = { 401: "DemoSessionOver", 429: "DemoTooFast" }

/** Sends a request; a value that is no file is sent as JSON, and undefined is a GET. */
const send = async (path: string, body?: unknown, signal?: AbortSignal): Promise<Response> => {
  const sent = body instanceof Blob ? body : JSON.stringify(body)
  const response = await fetch(path, {
    headers: { "x-demo": "1" },
    ...(body === undefined ? {} : { method: "POST", body: sent }),
    ...(signal && { signal })
  }).catch((error: unknown) => {
    throw signal?.aborted === true ? error : away("Is it still running? Your input is kept.")
  })
  if (response.ok) return response
  const answer: unknown = await response.json().catch(() => undefined)
  throw new Failure({
    _tag: tags[response.status] ?? (response.status < 500 ? "DemoRefused" : "DemoBroken"),
    message: String(
      Reflect.get(Object(answer), "message") ?? `The demo server responded with ${response.status}.`
    )
  })
}

/** A truncated response counts as a server that does not respond. */
const ask = async <A>(...request: Parameters<typeof send>): Promise<A> => {
  const response = await send(...request)
  return response.json().catch((error: unknown) => {
    throw error instanceof DOMException ? error : brokenOff()
  }) as Promise<A>
}

/** An answer of the service, and what the page shows of its head. */
export interface Answer<A> {
  readonly data: A
  readonly head: Protocol.Head
}

const answerOf = async <A>(asked: Promise<Protocol.Reply>): Promise<Answer<A>> => {
  const reply = await asked
  if (!reply.ok) throw new Failure(reply.problem)
  return { data: reply.data as A, head: reply.head }
}

/** A call of the service, to be made. */
export const call =
  <A>(operation: Protocol.CallName, request: unknown) =>
  (signal?: AbortSignal): Promise<Answer<A>> =>
    answerOf(ask("/api/call", { operation, request }, signal))

export const about = (): Promise<Protocol.About> => ask("/api/about")
export const runFault = (id: string): Promise<Protocol.FaultReport> => ask("/api/fault", { id })
export const backendRoutes = (): Promise<Protocol.Routes> => ask("/api/backends")
export const checkBackends = (): Promise<ReadonlyArray<Protocol.CheckedBackend>> =>
  ask("/api/backends/check", {})
export const listKeys = (): Promise<ReadonlyArray<Protocol.KnownKey>> => ask("/api/keys")
/** Only this answer holds the secret of the key. */
export const createKey = (name: string) => answerOf<{ readonly text: string }>(ask("/api/keys", { name }))
export const actOnKey = (what: "test" | "revoke", handle: string) =>
  answerOf(ask(`/api/keys/${what}`, { handle }))
/** Uploads a skill or, with an id and its expected revision in the query, a new revision of it. */
export const uploadSkill = (file: Blob, query: string) => answerOf(ask(`/api/skills${query}`, file))

/** A stream of the service, to be read and reduced. Aborting cancels the call of the service, too. */
export const stream =
  <A>(operation: Protocol.StreamName, request: unknown, reduce: (value: A, event: unknown) => A, none: A) =>
  async (signal: AbortSignal, show: (value: A) => void): Promise<void> => {
    const response = await send("/api/stream", { operation, request }, signal)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    const read = () =>
      reader?.read().catch((error: unknown) => {
        throw signal.aborted ? error : brokenOff()
      })
    let rest = ""
    let value = none
    for (let part = await read(); part?.done === false; part = await read()) {
      const lines = (rest + part.value).split("\n")
      rest = lines.pop() ?? ""
      // An empty line only keeps the connection alive.
      for (const text of lines.filter((each) => each !== "")) {
        const line = JSON.parse(text) as Protocol.Line
        if ("problem" in line) throw new Failure(line.problem)
        if ("done" in line) return
        show((value = reduce(value, line.event)))
      }
    }
    throw brokenOff()
  }
