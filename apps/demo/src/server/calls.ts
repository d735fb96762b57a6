// Calls of the service on behalf of the page. The client validates each request, as for any caller.
// Source: §4.
import { type CallName, calls, type Line, type Reply, type StreamName, streams } from "../protocol.ts"
import { headOf, problemOf } from "./problem.ts"
import type { Client } from "./service.ts"

/** Whether it is the name of an operation with one answer. */
export const isCall = (name: unknown): name is CallName => calls.some((known) => known === name)

/** Whether it is the name of a streaming operation. */
export const isStream = (name: unknown): name is StreamName => streams.some((known) => known === name)

interface Answer {
  readonly withResponse: () => Promise<{
    readonly data: unknown
    readonly response: Parameters<typeof headOf>[0]
  }>
}

type Options = { readonly signal: AbortSignal }

const methods: { readonly [Name in CallName]: (client: Client, asked: never, options: Options) => Answer } = {
  "chat.create": ({ chat }, asked, options) => chat.create(asked, options),
  "decisions.create": ({ decisions }, asked, options) => decisions.create(asked, options),
  "embeddings.create": ({ embeddings }, asked, options) => embeddings.create(asked, options),
  "models.list": ({ models }, _asked, options) => models.list(options),
  "responses.create": ({ responses }, asked, options) => responses.create(asked, options),
  "search.create": ({ search }, asked, options) => search.create(asked, options),
  "skills.delete": ({ skills }, asked, options) => skills.delete(asked, options),
  "skills.list": ({ skills }, asked, options) => skills.list(asked, options),
  "skills.listRevisions": ({ skills }, asked, options) => skills.listRevisions(asked, options)
}

/** An answer or a failure, in the page's protocol. */
export const replyOf = (answer: Answer): Promise<Reply> =>
  answer.withResponse().then(
    ({ data, response }): Reply => ({ ok: true, data, head: headOf(response) }),
    (error: unknown): Reply => ({ ok: false, problem: problemOf(error) })
  )

/** Makes one call. */
export const call = (client: Client, name: CallName, asked: unknown, signal: AbortSignal): Promise<Reply> =>
  // The client validates the request, so any type may be passed.
  replyOf(methods[name](client, asked as never, { signal }))

const opened: {
  readonly [Name in StreamName]: (client: Client, asked: never, options: Options) => AsyncIterable<unknown>
} = {
  "chat.stream": ({ chat }, asked, options) => chat.stream(asked, options),
  "responses.stream": ({ responses }, asked, options) => responses.stream(asked, options)
}

const encoder = new TextEncoder()
const line = (value: Line) => encoder.encode(`${JSON.stringify(value)}\n`)

/** Milliseconds without an event after which an empty line is sent: some runtimes notice a closed connection only by writing. */
const silence = 2_000

/** The value of a promise, or undefined when it takes too long. */
const soon = async <A>(promise: Promise<A>): Promise<A | undefined> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const passed = new Promise<undefined>((done) => {
    timer = setTimeout(() => done(undefined), silence)
  })
  try {
    return await Promise.race([promise, passed])
  } finally {
    clearTimeout(timer)
  }
}

/** Makes a streaming call: a line of JSON per event. Cancelling the stream cancels the call. */
export const stream = (client: Client, name: StreamName, asked: unknown): ReadableStream<Uint8Array> => {
  const leaving = new AbortController()
  const events = opened[name](client, asked as never, { signal: leaving.signal })[Symbol.asyncIterator]()
  let next: Promise<IteratorResult<unknown>> | undefined
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        next ??= events.next()
        const come = await soon(next)
        if (come === undefined) return controller.enqueue(encoder.encode("\n"))
        next = undefined
        controller.enqueue(line(come.done === true ? { done: true } : { event: come.value }))
        if (come.done === true) controller.close()
      } catch (error) {
        if (leaving.signal.aborted) return
        controller.enqueue(line({ problem: problemOf(error) }))
        controller.close()
      }
    },
    cancel: () => {
      // Its result is not needed any more.
      next?.catch(() => undefined)
      leaving.abort()
    }
  })
}
