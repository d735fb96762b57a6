// Collects function calls: whole, or from the deltas of a stream.
import * as SecureRandom from "effect/crypto/SecureRandom"
import { listAt, numberAt, textAt, valueAt } from "../../json/unknownJson.ts"
import type { ToolCall } from "./Completion.ts"
import * as limits from "./limits.ts"

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
  let isOver = false
  let length = 0

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
    const text = argumentsOf(delta)
    length += text.length
    const open = continued(index, id, name)
    if (open === undefined) calls.push({ index, id, name: name ?? "", text })
    else {
      open.text += text
      if (open.name === "") open.name = name ?? ""
    }
  }
  const idFor = (id: string | undefined): string => {
    const own = id === undefined || usedIds.has(id) ? `call_${SecureRandom.uuidV4Unsafe()}` : id
    usedIds.add(own)
    return own
  }
  return {
    /** Takes `tool_calls` of a message or of a delta, but none beyond the limit. */
    add: (message: unknown): void => {
      const deltas = listAt(message, "tool_calls")
      isOver ||= deltas.length > limits.toolCalls
      if (!isOver) deltas.forEach(addOne)
      isOver ||= calls.length > limits.toolCalls
    },
    /** There are more than are read. */
    isOver: (): boolean => isOver,
    /** UTF-16 units of all arguments so far. */
    length: (): number => length,
    /** The calls; undefined when one has no name. */
    finish: (): ReadonlyArray<ToolCall> | undefined =>
      calls.some(({ name }) => name === "")
        ? undefined
        : calls.map(({ id, name, text }) => ({ id: idFor(id), name, arguments: text.trim() || "{}" }))
  }
}
