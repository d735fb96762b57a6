// One request of fetch as the pipeline sees it.
import { bytesOf, requestTarget } from "@leadline/core/internal"
import {
  BodyReadError,
  type ServerExchange,
  type RequestBody,
  type RequestHeaders,
  type ResponseHead
} from "@leadline/core/server"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

/** The type that the bodies of fetch take: pieces of answers are never in shared memory. */
const bodyBytes = (piece: string | Uint8Array) => bytesOf(piece) as Uint8Array<ArrayBuffer>

const nothing = new Uint8Array(0)

const readBody = (body: ReadableStream<Uint8Array> | null): RequestBody => {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  return {
    ready: () => (body === null ? nothing : undefined),
    next: Effect.tryPromise({
      try: () => (reader ??= (body ?? new Blob().stream()).getReader()).read().then(({ value }) => value),
      catch: (cause) => new BodyReadError({ cause })
    })
  }
}

const headersOf = (headers: Headers): RequestHeaders => {
  const fields: { [name: string]: string } = Object.create(null)
  headers.forEach((value, name) => (fields[name] = value))
  return fields
}

/** A request, and whether it was answered. */
export interface FetchExchange {
  readonly exchange: ServerExchange
  readonly isAnswered: () => boolean
}

/** Makes the exchange of a request; `respond` takes the answer once. */
export const makeExchange = (request: Request, respond: (response: Response) => void): FetchExchange => {
  let isAnswered = false

  const answer = ({ headers, status }: ResponseHead, body: BodyInit | null): void => {
    respond(new Response(body, { status, headers: { ...headers } }))
    isAnswered = true
  }

  const exchange: ServerExchange = {
    method: request.method,
    target: requestTarget(request.url) ?? "/",
    headers: headersOf(request.headers),
    remoteAddress: undefined,
    localOrigin: () => undefined,
    body: readBody(request.body),

    send: (head, content) => {
      const bytes = bodyBytes(content)
      const size = bytes.length
      if (size === 0) answer(head, null)
      else answer({ ...head, headers: { ...head.headers, "content-length": String(size) } }, bytes)
      return size
    },

    stream: (head, produce) =>
      Effect.withFiber((fiber) => {
        let bytes = 0
        let isOpen = true
        let onPull: (() => void) | undefined
        let controller: ReadableStreamDefaultController<Uint8Array> | undefined
        const close = (end: (controller: ReadableStreamDefaultController<Uint8Array>) => void): void => {
          if (isOpen && controller !== undefined) end(controller)
          isOpen = false
        }
        const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
          start: (given) => void (controller = given),
          pull: () => onPull?.(),
          cancel: () => {
            isOpen = false
            fiber.interruptUnsafe()
          }
        })
        answer(head, body)
        const isReady = () => (controller?.desiredSize ?? 0) > 0
        return Effect.onExit(
          produce({
            write: (piece) => {
              const chunk = bodyBytes(piece)
              bytes += chunk.length
              if (isOpen) controller?.enqueue(chunk)
              return isReady()
            },
            drained: Effect.callback<void>((resume) => {
              if (isReady()) return resume(Effect.void)
              onPull = () => resume(Effect.void)
              return Effect.sync(() => (onPull = undefined))
            }),
            bytes: () => bytes
          }),
          (exit) =>
            Effect.sync(() =>
              close((open) => {
                if (Exit.isSuccess(exit)) open.close()
                // Half an answer must not look like a whole one.
                else open.error(new TypeError("The answer was cut short"))
              })
            )
        )
      })
  }

  return { exchange, isAnswered: () => isAnswered }
}
