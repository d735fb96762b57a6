// Calls of the service on behalf of the page. The client validates each request, as for any caller.
// Source: §4.
import { type CallName, calls, type Line, type Reply, type StreamName, streams } from "../protocol.ts"
import { headOf, problemOf } from "./problem.ts"
import { reviewCalls } from "./reviews.ts"
import { type Client, withOwnAddresses } from "./service.ts"

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

const methods: { readonly [Name in CallName]: (client: Client, request: never, options: Options) => Answer } =
  {
    "chat.create": ({ chat }, request, options) => chat.create(request, options),
    "contextualizedEmbeddings.create": ({ contextualizedEmbeddings }, request, options) =>
      contextualizedEmbeddings.create(request, options),
    "decisions.create": ({ decisions }, request, options) => decisions.create(request, options),
    "models.list": ({ models }, _asked, options) => models.list(options),
    "responses.create": ({ responses }, request, options) => responses.create(request, options),
    ...reviewCalls,
    "search.create": ({ search }, request, options) => search.create(request, options),
    "skills.delete": ({ skills }, request, options) => skills.delete(request, options),
    "skills.list": ({ skills }, request, options) => skills.list(request, options),
    "skills.listRevisions": ({ skills }, request, options) => skills.listRevisions(request, options)
  }

/** An answer or a failure, in the page's protocol. */
export const replyOf = (answer: Answer): Promise<Reply> =>
  answer.withResponse().then(
    ({ data, response }): Reply => ({ ok: true, data, head: headOf(response) }),
    (error: unknown): Reply => ({ ok: false, problem: problemOf(error) })
  )

/** Makes one call. */
export const call = (client: Client, name: CallName, request: unknown, signal: AbortSignal): Promise<Reply> =>
  // The client validates the request, so any type may be passed.
  replyOf(methods[name](client, request as never, { signal }))

const opened: {
  readonly [Name in StreamName]: (client: Client, request: never, options: Options) => AsyncIterable<unknown>
} = {
  "chat.stream": ({ chat }, request, options) => chat.stream(request, options),
  "responses.stream": ({ responses }, request, options) => responses.stream(request, options)
}

const encoder = new TextEncoder()
const line = (value: Line) => encoder.encode(`${withOwnAddresses(JSON.stringify(value))}\n`)

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
export const stream = (client: Client, name: StreamName, request: unknown): ReadableStream<Uint8Array> => {
  const leaving = new AbortController()
  const events = opened[name](client, request as never, { signal: leaving.signal })[Symbol.asyncIterator]()
  let next: Promise<IteratorResult<unknown>> | undefined
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        next ??= events.next()
        const result = await soon(next)
        if (result === undefined) return controller.enqueue(encoder.encode("\n"))
        next = undefined
        controller.enqueue(line(result.done === true ? { done: true } : { event: result.value }))
        if (result.done === true) controller.close()
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
