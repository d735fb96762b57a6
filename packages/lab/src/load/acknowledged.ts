// What servers have acknowledged, and whether it is still there.
import { createHash } from "node:crypto"
import { pause } from "../processes.ts"

/** What is known of a thing: `open` is a change without an answer, after which either state is right. */
type State = "there" | "gone" | "open"

/** Nothing yet. */
export const nothingYet = () => ({
  /** API keys by their text: `gone` are revoked. */
  keys: new Map<string, State>(),
  /** Skills by their id: `gone` are deleted. */
  skills: new Map<string, State>(),
  /** The hash of the file of each skill. */
  files: new Map<string, string>(),
  /** Async chats by their id; the answer once it was seen. */
  chats: new Map<string, string | undefined>()
})

/** All that was acknowledged. */
export type Acknowledged = ReturnType<typeof nothingYet>

/** The hash of a file. */
export const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

/** The response to a request. */
export interface Answer {
  readonly status: number
  readonly text: string
}

/** Milliseconds until a request is given up: longer than a node waits for a silent database. */
const patience = 20_000

/** Sends a request, with a body as a POST; undefined when no answer came whole, a stream with its end mark. */
export const ask = async (
  url: string,
  key: string,
  { body, method = body === undefined ? "GET" : "POST" }: RequestInit = {}
): Promise<Answer | undefined> => {
  const headers = { authorization: `Bearer ${key}` }
  const signal = AbortSignal.timeout(patience)
  try {
    const response = await fetch(url, { method, headers, signal, ...(body !== undefined && { body }) })
    const text = await response.text()
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true
    return isStream && !text.endsWith("data: [DONE]\n\n") ? undefined : { status: response.status, text }
  } catch {
    return undefined
  }
}

/** The field of an answer in JSON. */
export const field = ({ text }: Answer, name: string): string => {
  const value: unknown = Reflect.get(JSON.parse(text) as object, name)
  return typeof value === "string" ? value : JSON.stringify(value)
}

/** Judges the answer to the question for an async chat: the chat's own answer must be the same each time. */
export const judgeChat = (
  { chats }: Acknowledged,
  id: string,
  found: Answer | undefined
): { readonly isOver: boolean; readonly fault?: string } => {
  const fault = (what: string) => ({ isOver: true, fault: `The async chat ${id} ${what}` })
  if (found?.status === 404) return fault("is gone")
  if (found?.status !== 200) return { isOver: false }
  const status = field(found, "status")
  const before = chats.get(id)
  if (status === "FAILED") return fault(`failed: ${field(found, "error_message")}`)
  if (status !== "COMPLETED")
    return before === undefined ? { isOver: false } : fault(`was answered, and is ${status} again`)
  chats.set(id, found.text)
  return before === undefined || before === found.text ? { isOver: true } : fault("was answered twice")
}

const lostSkill = async (baseUrl: string, owner: string, id: string, state: State, hash?: string) => {
  const answer = await ask(`${baseUrl}/v1/skills/${id}`, owner)
  if (state === "gone") return answer?.status === 404 ? [] : [`The deleted skill ${id} is ${answer?.status}`]
  const place = await ask(`${baseUrl}/v1/skills/${id}/download`, owner)
  if (answer?.status !== 200 || place?.status !== 200)
    return [`The skill ${id} is ${answer?.status}, its download ${place?.status}`]
  const file = await fetch(baseUrl + new URL(field(place, "url")).pathname)
  return hashOf(new Uint8Array(await file.arrayBuffer())) === hash ? [] : [`The file of ${id} is another`]
}

/**
 * Asks the nodes in turn for all that was acknowledged; gives what is lost. Async chats may take so many milliseconds
 * until they are answered; with 0 they need only be there.
 */
export const lostAt = async (
  nodes: ReadonlyArray<string>,
  owner: string,
  acknowledged: Acknowledged,
  chatTime = 60_000
): Promise<ReadonlyArray<string>> => {
  const lost: Array<string> = []
  let turn = 0
  const node = () => nodes[turn++ % nodes.length] ?? ""
  for (const [key, state] of acknowledged.keys) {
    if (state === "open") continue
    const status = (await ask(`${node()}/v1/skills?limit=1`, key))?.status
    if (status !== (state === "there" ? 200 : 401))
      lost.push(`The key ${key.slice(8, 18)} was ${state}, and is ${status}`)
  }
  for (const [id, state] of acknowledged.skills)
    if (state !== "open")
      lost.push(...(await lostSkill(node(), owner, id, state, acknowledged.files.get(id))))
  const end = performance.now() + chatTime
  const waiting = new Set(acknowledged.chats.keys())
  while (waiting.size > 0) {
    for (const id of waiting) {
      const found = await ask(`${node()}/v1/async/sonar/${id}`, owner)
      const { fault, isOver } = judgeChat(acknowledged, id, found)
      if (fault !== undefined) lost.push(fault)
      if (isOver || (chatTime === 0 && found?.status === 200)) waiting.delete(id)
    }
    if (performance.now() > end) break
    await pause(100)
  }
  for (const id of waiting) lost.push(`The async chat ${id} is not answered`)
  return lost
}
