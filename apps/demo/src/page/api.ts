// The demo server's API. The page calls nothing else.
import type { About, CallName, FaultReport, KnownKey, Line, Problem, Reply, StreamName } from "../protocol.ts"

/** What is wrong with the demo's own server, for the page to say how to go on. */
export type FailureKind = "Away" | "SessionOver" | "TooFast" | "Refused" | "Broken"

/** The demo's own server failed, or is not there. */
export class DemoServerError extends Error {
  readonly kind: FailureKind
  constructor(kind: FailureKind, message: string) {
    super(message)
    this.kind = kind
  }
}

const away = "Is it still running? Your input is kept."

const brokenOff = "The connection was lost in the middle of the response."

const kinds: { readonly [status: number]: FailureKind } = { 401: "SessionOver", 429: "TooFast" }

const send = async (path: string, init: Omit<RequestInit, "headers">): Promise<Response> => {
  const response = await fetch(path, { ...init, headers: { "x-demo": "1" } }).catch((error: unknown) => {
    throw init.signal?.aborted === true ? error : new DemoServerError("Away", away)
  })
  if (response.ok) return response
  const told: unknown = await response.json().catch(() => undefined)
  const message: unknown = Reflect.get(Object(told), "message")
  throw new DemoServerError(
    kinds[response.status] ?? (response.status < 500 ? "Refused" : "Broken"),
    typeof message === "string" ? message : `The demo server responded with ${response.status}.`
  )
}

/** The answer's JSON; an answer that is cut is a server that is away. */
const parseJson = <A>(response: Response): Promise<A> =>
  response.json().catch((error: unknown) => {
    throw error instanceof DOMException ? error : new DemoServerError("Away", brokenOff)
  }) as Promise<A>

const post = async <A>(path: string, body: unknown, signal?: AbortSignal): Promise<A> => {
  const init: RequestInit = { method: "POST", body: JSON.stringify(body) }
  return parseJson<A>(await send(path, signal === undefined ? init : { ...init, signal }))
}

/** Where the service is, and what can be provoked. */
export const about = async (): Promise<About> => parseJson(await send("/api/about", {}))

/** One call of the service. */
export const call = (operation: CallName, request: unknown, signal?: AbortSignal): Promise<Reply> =>
  post("/api/call", { operation, request }, signal)

/** Provokes a fault. */
export const fault = (id: string): Promise<FaultReport> => post("/api/fault", { id })

/** The keys of this session. */
export const keys = async (): Promise<ReadonlyArray<KnownKey>> => parseJson(await send("/api/keys", {}))

/** Makes a key; the reply holds its text, once. */
export const createKey = (name: string): Promise<Reply> => post("/api/keys", { name })

/** Revokes a key of this session. */
export const revokeKey = (handle: string): Promise<Reply> => post("/api/keys/revoke", { handle })

/** Makes a call with a key of this session. */
export const testKey = (handle: string): Promise<Reply> => post("/api/keys/test", { handle })

/** Uploads a skill; with an id and the revision that is expected, a new revision of it. */
export const uploadSkill = async (
  file: Blob,
  update?: { readonly skill_id: string; readonly expected_revision: string }
): Promise<Reply> => {
  const query = update === undefined ? "" : `?${new URLSearchParams(update).toString()}`
  const response = await send(`/api/skills${query}`, { method: "POST", body: file })
  return parseJson(response)
}

/** Events of a stream as they come; a problem ends it. Aborting ends the call of the service, too. */
export const stream = async function* (
  operation: StreamName,
  request: unknown,
  signal: AbortSignal
): AsyncGenerator<unknown, Problem | undefined> {
  const response = await send("/api/stream", {
    method: "POST",
    body: JSON.stringify({ operation, request }),
    signal
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const read = () =>
    reader?.read().catch((error: unknown) => {
      throw signal.aborted ? error : new DemoServerError("Away", brokenOff)
    })
  let rest = ""
  for (let part = await read(); part?.done === false; part = await read()) {
    const lines = (rest + part.value).split("\n")
    rest = lines.pop() ?? ""
    for (const text of lines) {
      // Sent so that a silent stream is known to be alive.
      if (text === "") continue
      const line = JSON.parse(text) as Line
      if ("problem" in line) return line.problem
      if ("done" in line) return undefined
      yield line.event
    }
  }
  throw new DemoServerError("Away", brokenOff)
}
