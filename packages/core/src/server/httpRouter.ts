// Mounts the server into an Effect `HttpRouter`, for programs that have one.
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Pull from "effect/Pull"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { bytesOf } from "../protocol/utf8.ts"
import {
  BodyReadError,
  type BodyWriter,
  type ServerExchange,
  type RequestBody,
  type ResponseHead
} from "./ServerExchange.ts"
import { Pipeline } from "./Pipeline.ts"

/** Pieces that wait for a slow reader before its writer has to wait. */
const maxWaiting = 8

/** A writer, and the stream of what is written. */
const makePipe = () => {
  let waiting: Array<Uint8Array> = []
  let written = 0
  let end: Exit.Exit<never, Cause.Done> | undefined
  let onChange: (() => void) | undefined
  let onDrained: (() => void) | undefined

  const writer: BodyWriter = {
    write: (piece) => {
      // What keeps a stream alive goes on until its reader has taken all.
      if (end !== undefined) return true
      const bytes = bytesOf(piece)
      written += bytes.length
      if (bytes.length > 0) waiting.push(bytes)
      onChange?.()
      return waiting.length < maxWaiting
    },
    drained: Effect.callback<void>((resume) => {
      if (waiting.length === 0) return resume(Effect.void)
      onDrained = () => resume(Effect.void)
    }),
    bytes: () => written
  }

  const taken = (): ReadonlyArray<Uint8Array> => {
    const pieces = waiting
    waiting = []
    const notify = onDrained
    onDrained = undefined
    notify?.()
    return pieces
  }

  const pull: Pull.Pull<readonly [Uint8Array, ...Array<Uint8Array>]> = Effect.callback((resume) => {
    const look = (): void => {
      // First, since a reader that is resumed may pull again before `resume` returns.
      onChange = undefined
      const [first, ...others] = waiting.length > 0 ? taken() : []
      if (first !== undefined) resume(Effect.succeed([first, ...others]))
      else if (end !== undefined) resume(end)
      else onChange = look
    }
    look()
    return Effect.sync(() => (onChange = undefined))
  })

  return {
    writer,
    stream: Stream.fromPull(Effect.succeed(pull)),
    /** Half an answer must not look like a whole one. */
    end: (exit: Exit.Exit<void>) => {
      end = Exit.isSuccess(exit) ? Exit.fail(Cause.Done()) : Exit.failCause(exit.cause)
      onChange?.()
    }
  }
}

const readBody = Effect.fnUntraced(function* ({ source, stream }: HttpServerRequest.HttpServerRequest) {
  // A request of `fetch` without a body has no stream, not an empty one.
  const isEmpty = "body" in source && source.body === null
  const pull = yield* Stream.toPull(isEmpty ? Stream.empty : stream)
  let chunks: ReadonlyArray<Uint8Array> = []
  const next: RequestBody["next"] = Effect.suspend(() => {
    const [first, ...others] = chunks
    chunks = others
    if (first !== undefined) return Effect.succeed(first)
    return Pull.matchEffect(pull, {
      onSuccess: (more) => {
        chunks = more
        return next
      },
      onFailure: (cause) => Effect.fail(new BodyReadError({ cause })),
      onDone: () => Effect.undefined
    })
  })
  return { ready: () => undefined, next } satisfies RequestBody
})

const contentType = ({ headers }: ResponseHead): string | undefined => headers["content-type"]

const exchangeOf = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  answer: Deferred.Deferred<HttpServerResponse.HttpServerResponse>
) {
  const { headers, method, remoteAddress, url } = request
  const respond = (response: HttpServerResponse.HttpServerResponse) =>
    Deferred.doneUnsafe(answer, Effect.succeed(response))
  return {
    method,
    target: url,
    headers,
    remoteAddress: Option.getOrUndefined(remoteAddress),
    localOrigin: () => undefined,
    body: yield* readBody(request),
    send: (head, body) => {
      const bytes = bytesOf(body)
      respond(
        bytes.length === 0
          ? HttpServerResponse.empty(head)
          : HttpServerResponse.uint8Array(bytes, { ...head, contentType: contentType(head) })
      )
      return bytes.length
    },
    stream: (head, produce) =>
      Effect.suspend(() => {
        const { end, stream, writer } = makePipe()
        const read = Deferred.makeUnsafe<void>()
        respond(
          HttpServerResponse.stream(Stream.ensuring(stream, Deferred.succeed(read, undefined)), {
            ...head,
            contentType: contentType(head)
          })
        )
        return Effect.andThen(
          Effect.onExit(produce(writer), (exit) => Effect.sync(() => end(exit))),
          Deferred.await(read)
        )
      })
  } satisfies ServerExchange
})

/** Answers the request in the context; its work goes on until the scope of the request closes. */
const answerWith = Effect.fnUntraced(function* ({ start }: Pipeline["Service"]) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const scope = yield* Scope.Scope
  const answer = Deferred.makeUnsafe<HttpServerResponse.HttpServerResponse>()
  const fiber = Fiber.runIn(start(yield* exchangeOf(request, answer), yield* Effect.context()), scope)
  // Work that ends without an answer ends the request with it.
  fiber.addObserver(() => Deferred.doneUnsafe(answer, Effect.interrupt))
  return yield* Deferred.await(answer)
})

/** Serves the contract on every path that no other route of the router has. */
export const layer = Layer.fresh(
  Layer.unwrap(Effect.map(Pipeline, (pipeline) => HttpRouter.add("*", "/*", answerWith(pipeline))))
)
