// Sums up tokens and cost of all calls of a client.
// Source: §2.3, §2.7, §2.8, §2.10.
import type { Middleware, MiddlewareResponse } from "../../client/middleware.ts"
import { parseJson } from "../../schema/parseJson.ts"
import { makeByteChunks } from "../../protocol/byteChunks.ts"
import { eventStreamType } from "../../protocol/sse/frames.ts"
import { makeSseParser } from "../../protocol/sse/SseParser.ts"
import { decodeLenient, makeUtf8Decoder } from "../../protocol/utf8.ts"
import { addUsage, noUsage, readUsage, type UsageSum } from "./readUsage.ts"

/** The usage of a client since it was made, or since the last `reset`. */
export interface UsageTracker {
  /** For `middleware` of a client, or of several that are summed together. */
  readonly middleware: Middleware
  /** All calls together. */
  readonly total: () => UsageSum
  /** By operation, such as `Chat.create`. */
  readonly byOperation: () => { readonly [operation: string]: UsageSum }
  /** By the model that answered. */
  readonly byModel: () => { readonly [model: string]: UsageSum }
  /** Begins at zero again. */
  readonly reset: () => void
}

/** Follows a body; `end` gives the JSON text that has the usage, if any. */
interface Reader {
  readonly add: (chunk: Uint8Array) => void
  readonly end: () => string | undefined
}

const jsonReader = (): Reader => {
  const chunks = makeByteChunks()
  return { add: chunks.add, end: () => decodeLenient(chunks.take()) }
}

/** Usage in events is that of the stream so far: only the last one counts, also where a stream is broken off. */
const eventReader = (): Reader => {
  const decoder = makeUtf8Decoder()
  let last: string | undefined
  const parser = makeSseParser(({ data }) => {
    if (data.includes('"usage"')) last = data
  })
  return { add: (chunk) => parser.feed(decoder.decode(chunk, { stream: true })), end: () => last }
}

const readerOf = ({ headers, status }: MiddlewareResponse): Reader | undefined => {
  const type = headers["content-type"] ?? ""
  if (status < 200 || status >= 300) return undefined
  return type.startsWith(eventStreamType) ? eventReader() : type.includes("json") ? jsonReader() : undefined
}

async function* followed(
  body: AsyncIterable<Uint8Array>,
  { add, end }: Reader,
  count: (text: string) => void
) {
  try {
    for await (const chunk of body) {
      add(chunk)
      yield chunk
    }
  } finally {
    const text = end()
    if (text !== undefined) count(text)
  }
}

/**
 * Counts the usage in responses, in tokens and USD. Retried attempts have none and count nothing; a stream counts
 * what its last event says, an async chat once, however often it is read. `middleware` reads each body a second time.
 */
export const trackUsage = (): UsageTracker => {
  let total = noUsage
  const operations = new Map<string, UsageSum>()
  const models = new Map<string, UsageSum>()
  const seen = new Set<string>()
  const count = (operation: string, text: string): void => {
    const read = readUsage(operation, parseJson(text))
    if (read === undefined || (read.id !== undefined && seen.has(read.id))) return
    const { id, model, usage } = read
    if (id !== undefined) seen.add(id)
    total = addUsage(total, usage)
    operations.set(operation, addUsage(operations.get(operation) ?? noUsage, usage))
    models.set(model, addUsage(models.get(model) ?? noUsage, usage))
  }
  return {
    middleware: async (request, next, { operation }) => {
      const response = await next(request)
      const reader = readerOf(response)
      return reader === undefined
        ? response
        : { ...response, body: followed(response.body, reader, (text) => count(operation, text)) }
    },
    total: () => total,
    byOperation: () => Object.fromEntries(operations),
    byModel: () => Object.fromEntries(models),
    reset: () => {
      total = noUsage
      operations.clear()
      models.clear()
      seen.clear()
    }
  }
}
