// What servers have acknowledged, and whether it is still there.
import { createHash } from "node:crypto"
import { pause } from "../processes.ts"

/** What is known of a thing: `open` is a change without an answer, after which either state is right. */
export type State = "there" | "gone" | "open"

/** All that was acknowledged. */
export interface Acknowledged {
  /** API keys by their text: `gone` are revoked. */
  readonly keys: Map<string, State>
  /** Skills by their id: `gone` are deleted. */
  readonly skills: Map<string, State>
  /** The hash of the file of each skill. */
  readonly files: Map<string, string>
  /** Async chats by their id; the answer once it was seen. */
  readonly chats: Map<string, string | undefined>
}

/** Nothing yet. */
export const nothingYet = (): Acknowledged => ({
  keys: new Map(),
  skills: new Map(),
  files: new Map(),
  chats: new Map()
})

/** The hash of a file. */
export const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

/** A request with a key. */
export interface Asked {
  readonly method?: string
  readonly body?: BodyInit
}

/** The response to a request. */
export interface Answer {
  readonly status: number
  readonly text: string
}

/** Milliseconds until a request is given up: longer than a node waits for a silent database. */
const patience = 20_000

const isCut = ({ headers }: Response, text: string): boolean =>
  headers.get("content-type")?.startsWith("text/event-stream") === true && !text.endsWith("data: [DONE]\n\n")

/** Sends a request; undefined when no answer came whole, a stream with its end mark. */
export const ask = (url: string, key: string, { body, method }: Asked = {}): Promise<Answer | undefined> =>
  fetch(url, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(patience),
    ...(body === undefined ? {} : { body })
  })
    .then(async (response) => {
      const text = await response.text()
      return isCut(response, text) ? undefined : { status: response.status, text }
    })
    .catch(() => undefined)

/** The field of an answer in JSON. */
export const field = ({ text }: Answer, name: string): string => {
  const value: unknown = Reflect.get(JSON.parse(text) as object, name)
  return typeof value === "string" ? value : JSON.stringify(value)
}

/** The file of a skill in a form to upload. */
export const skillForm = (file: Uint8Array): FormData => {
  const form = new FormData()
  form.set("file", new Blob([Uint8Array.from(file)], { type: "application/zip" }), "skill.zip")
  return form
}

/** How an async chat stands: whether it is over, and what is wrong with it. */
export interface ChatState {
  readonly isOver: boolean
  readonly fault?: string
}

/** Judges the answer to the question for an async chat: the chat's own answer must be the same each time. */
export const judgeChat = ({ chats }: Acknowledged, id: string, found: Answer | undefined): ChatState => {
  if (found?.status === 404) return { isOver: false, fault: `The async chat ${id} is gone` }
  if (found?.status !== 200) return { isOver: false }
  const status = field(found, "status")
  const before = chats.get(id)
  if (status === "COMPLETED") {
    chats.set(id, found.text)
    const isOther = before !== undefined && before !== found.text
    return { isOver: true, ...(isOther ? { fault: `The async chat ${id} was answered twice` } : {}) }
  }
  if (before !== undefined)
    return { isOver: false, fault: `The async chat ${id} was answered, and is ${status} again` }
  return status === "FAILED"
    ? { isOver: true, fault: `The async chat ${id} failed: ${field(found, "error_message")}` }
    : { isOver: false }
}

const lostSkill = async (baseUrl: string, owner: string, id: string, state: State, hash?: string) => {
  const answer = await ask(`${baseUrl}/v1/skills/${id}`, owner)
  if (state === "gone") return answer?.status === 404 ? [] : [`The deleted skill ${id} is ${answer?.status}`]
  if (answer?.status !== 200) return [`The skill ${id} is ${answer?.status}`]
  if (field(answer, "skill_id") !== id) return [`${id} is another skill`]
  const place = await ask(`${baseUrl}/v1/skills/${id}/download`, owner)
  if (hash === undefined || place?.status !== 200)
    return [`The skill ${id} has no download: ${place?.status}`]
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
    const status = state === "open" ? undefined : (await ask(`${node()}/v1/skills?limit=1`, key))?.status
    if (state === "there" && status !== 200)
      lost.push(`The key ${key.slice(8, 18)} was made, and is ${status}`)
    if (state === "gone" && status !== 401)
      lost.push(`The key ${key.slice(8, 18)} was revoked, and is ${status}`)
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
      if (isOver || fault !== undefined || (chatTime === 0 && found?.status === 200)) waiting.delete(id)
    }
    if (performance.now() > end) break
    await pause(100)
  }
  for (const id of waiting) lost.push(`The async chat ${id} is not answered`)
  return lost
}
