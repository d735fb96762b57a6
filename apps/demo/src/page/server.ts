// How the page talks to the demo's server, and to nobody else.
// Source: none; Assumed: ours.
import type {
  About,
  CallName,
  FaultReport,
  KnownKey,
  Line,
  Problem,
  Reply,
  StreamName
} from "../shared/wire.ts"

/** The demo's own server failed, or is not there. */
export class ServerError extends Error {}

const away = "The demo's server does not answer. Is it still running? What you typed is kept: try again."

const send = async (path: string, init: RequestInit): Promise<Response> => {
  const headers = { "x-demo": "1", ...init.headers }
  const response = await fetch(path, { ...init, headers }).catch((error: unknown) => {
    throw init.signal?.aborted === true ? error : new ServerError(away)
  })
  if (response.ok) return response
  const told: unknown = await response.json().catch(() => undefined)
  const message: unknown = Reflect.get(Object(told), "message")
  throw new ServerError(
    typeof message === "string" ? message : `The demo's server answered ${response.status}.`
  )
}

const post = async <A>(path: string, body: unknown, signal?: AbortSignal): Promise<A> => {
  const init: RequestInit = { method: "POST", body: JSON.stringify(body) }
  const response = await send(path, signal === undefined ? init : { ...init, signal })
  return response.json() as Promise<A>
}

/** Where the service is, and what can be provoked. */
export const about = async (): Promise<About> => (await send("/api/about", {})).json() as Promise<About>

/** One call of the service. */
export const call = (operation: CallName, request: unknown, signal?: AbortSignal): Promise<Reply> =>
  post("/api/call", { operation, request }, signal)

/** Provokes a fault. */
export const fault = (id: string): Promise<FaultReport> => post("/api/fault", { id })

/** The keys of this session. */
export const keys = async (): Promise<ReadonlyArray<KnownKey>> =>
  (await send("/api/keys", {})).json() as Promise<ReadonlyArray<KnownKey>>

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
  return response.json() as Promise<Reply>
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
  let rest = ""
  for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
    const lines = (rest + read.value).split("\n")
    rest = lines.pop() ?? ""
    for (const text of lines) {
      const line = JSON.parse(text) as Line
      if ("problem" in line) return line.problem
      if ("done" in line) return undefined
      yield line.event
    }
  }
  throw new ServerError("The demo's server broke off in the middle of the answer. Try again.")
}
