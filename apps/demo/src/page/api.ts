// The demo server's API. The page calls nothing else.
import type {
  About,
  CallName,
  CheckedBackend,
  FaultReport,
  KnownKey,
  Line,
  Problem,
  Reply,
  Routes,
  StreamName
} from "../protocol.ts"

/** Kinds of failure of the demo server. The page says for each how to go on. */
export type FailureKind = "Away" | "SessionOver" | "TooFast" | "Refused" | "Broken"

/** The demo server failed or cannot be reached. */
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
  const body: unknown = await response.json().catch(() => undefined)
  const message: unknown = Reflect.get(Object(body), "message")
  throw new DemoServerError(
    kinds[response.status] ?? (response.status < 500 ? "Refused" : "Broken"),
    typeof message === "string" ? message : `The demo server responded with ${response.status}.`
  )
}

/** Parses the response. A truncated one counts as a server that does not respond. */
const parseJson = <A>(response: Response): Promise<A> =>
  response.json().catch((error: unknown) => {
    throw error instanceof DOMException ? error : new DemoServerError("Away", brokenOff)
  }) as Promise<A>

const post = async <A>(path: string, body: unknown, signal?: AbortSignal): Promise<A> => {
  const init: RequestInit = { method: "POST", body: JSON.stringify(body) }
  return parseJson<A>(await send(path, signal === undefined ? init : { ...init, signal }))
}

/** Where the service is, and which faults there are. */
export const about = async (): Promise<About> => parseJson(await send("/api/about", {}))

/** Makes one call of the service. */
export const call = (operation: CallName, request: unknown, signal?: AbortSignal): Promise<Reply> =>
  post("/api/call", { operation, request }, signal)

/** Which backends answer which resource. */
export const backendRoutes = async (): Promise<Routes> => parseJson(await send("/api/backends", {}))

/** Asks every backend what it can do. */
export const checkBackends = (): Promise<ReadonlyArray<CheckedBackend>> => post("/api/backends/check", {})

/** Runs a fault. */
export const fault = (id: string): Promise<FaultReport> => post("/api/fault", { id })

/** The keys of this session. */
export const keys = async (): Promise<ReadonlyArray<KnownKey>> => parseJson(await send("/api/keys", {}))

/** Creates a key. Only this reply holds its secret. */
export const createKey = (name: string): Promise<Reply> => post("/api/keys", { name })

/** Revokes a key of this session. */
export const revokeKey = (handle: string): Promise<Reply> => post("/api/keys/revoke", { handle })

/** Makes a call with a key of this session. */
export const testKey = (handle: string): Promise<Reply> => post("/api/keys/test", { handle })

/** Uploads a skill or, with an id and its expected revision, a new revision of it. */
export const uploadSkill = async (
  file: Blob,
  update?: { readonly skill_id: string; readonly expected_revision: string }
): Promise<Reply> => {
  const query = update === undefined ? "" : `?${new URLSearchParams(update).toString()}`
  const response = await send(`/api/skills${query}`, { method: "POST", body: file })
  return parseJson(response)
}

/** The events of a stream. Returns the problem that ended it, if any. Aborting cancels the call of the service, too. */
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
      // An empty line only keeps the connection alive.
      if (text === "") continue
      const line = JSON.parse(text) as Line
      if ("problem" in line) return line.problem
      if ("done" in line) return undefined
      yield line.event
    }
  }
  throw new DemoServerError("Away", brokenOff)
}
