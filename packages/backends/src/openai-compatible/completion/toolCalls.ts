// Collects function calls: whole, or from the deltas of a stream.
import * as SecureRandom from "effect/crypto/SecureRandom"
import { listAt, numberAt, textAt, valueAt } from "../../json/unknownJson.ts"
import type { ToolCall } from "./Completion.ts"

interface OpenCall {
  readonly index: number | undefined
  readonly id: string | undefined
  name: string
  text: string
}

/** Servers send arguments as JSON text, in parts; some send an object. */
const argumentsOf = (delta: unknown): string => {
  const given = valueAt(delta, "function", "arguments")
  if (typeof given === "string") return given
  return typeof given === "object" && given !== null ? JSON.stringify(given) : ""
}

/** Makes a collector of the calls of one answer. `usedIds` are those of the conversation, and grow by its own. */
export const makeToolCalls = (usedIds: Set<string>) => {
  const calls: Array<OpenCall> = []

  /** The call that a delta goes on with; undefined for a new one. */
  const continued = (index: number | undefined, id: string | undefined, name: string | undefined) => {
    const open = index === undefined ? calls.at(-1) : calls.findLast((call) => call.index === index)
    if (open === undefined || open.index !== index) return undefined
    const hasOtherId = id !== undefined && open.id !== undefined && id !== open.id
    // Some servers give every call the same index, or none.
    return name !== undefined && (hasOtherId || index === undefined) ? undefined : open
  }
  const addOne = (delta: unknown): void => {
    const index = numberAt(delta, "index")
    const id = textAt(delta, "id") || undefined
    const name = textAt(delta, "function", "name") || undefined
    const open = continued(index, id, name)
    if (open === undefined) calls.push({ index, id, name: name ?? "", text: argumentsOf(delta) })
    else {
      open.text += argumentsOf(delta)
      if (open.name === "") open.name = name ?? ""
    }
  }
  const idFor = (id: string | undefined): string => {
    const own = id === undefined || usedIds.has(id) ? `call_${SecureRandom.uuidV4Unsafe()}` : id
    usedIds.add(own)
    return own
  }
  return {
    /** Takes `tool_calls` of a message or of a delta. */
    add: (message: unknown): void => listAt(message, "tool_calls").forEach(addOne),
    /** The calls; undefined when one has no name. */
    finish: (): ReadonlyArray<ToolCall> | undefined =>
      calls.some(({ name }) => name === "")
        ? undefined
        : calls.map(({ id, name, text }) => ({ id: idFor(id), name, arguments: text.trim() || "{}" }))
  }
}
