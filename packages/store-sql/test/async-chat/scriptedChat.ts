// A chat service that does what its request says, for tests of the queue.
import { AsyncChat, type CreateRequest } from "@leadline/core/async-chat"
import { Caller } from "@leadline/core/authentication"
import { Chat, make } from "@leadline/core/chat"
import * as ApiError from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as SqlClient from "effect/sql/SqlClient"
import { type AsyncChatWorkerOptions, layerAsyncChat, layerAsyncChatWorker } from "../../src/index.ts"
import { tables } from "../stores.ts"

const failures: { readonly [tag: string]: ApiError.ApiError } = {
  ConnectionError: new ApiError.ConnectionError({ message: "secret-cause" }),
  DeadlineExceededError: new ApiError.DeadlineExceededError({ message: "secret-cause" }),
  InternalServerError: new ApiError.InternalServerError({ message: "secret-cause" }),
  InvalidRequestError: new ApiError.InvalidRequestError({ message: "Too many tokens." }),
  NotFoundError: new ApiError.NotFoundError({ message: "secret-cause" }),
  UnavailableError: new ApiError.UnavailableError({ message: "secret-cause" })
}

/** The started requests, and how many ran at the same time. */
export interface Seen {
  readonly begun: Array<string>
  readonly callers: Array<string>
  running: number
  most: number
}

/**
 * Echoes the last message: `wait <ms>` takes so long, `never` for ever, `fail <tag>` fails, `die` is a defect,
 * `kill` ends the process.
 */
export const scriptedChat = (seen: Seen = { begun: [], callers: [], running: 0, most: 0 }) => ({
  seen,
  layer: Layer.succeed(
    Chat,
    make({
      stream: () => Effect.die("unused"),
      create: ({ messages, model }) =>
        Effect.gen(function* () {
          const given = messages.at(-1)?.content
          const content = typeof given === "string" ? given : ""
          const [verb = "", argument = ""] = content.split(" ")
          const caller = yield* Effect.serviceOption(Caller)
          if (caller._tag === "Some") seen.callers.push(`${caller.value.group} ${caller.value.key}`)
          seen.begun.push(content)
          seen.most = Math.max(seen.most, ++seen.running)
          if (verb === "wait") yield* Effect.sleep(Number(argument))
          if (verb === "never") return yield* Effect.never
          if (verb === "kill") process.kill(process.pid, "SIGKILL")
          if (verb === "die") return yield* Effect.die(new Error("secret-cause"))
          const failure = failures[argument]
          if (verb === "fail" && failure !== undefined) return yield* failure
          return {
            id: "c1",
            model,
            created: 1_790_000_000,
            object: "chat.completion",
            choices: [
              {
                index: 0,
                finish_reason: "stop",
                message: { role: "assistant", content: `re: ${content}` }
              }
            ]
          }
        }).pipe(Effect.ensuring(Effect.sync(() => seen.running--)))
    })
  )
})

/** A chat request with one text. */
export const about = (content: string, further: Partial<CreateRequest> = {}): CreateRequest => ({
  request: { model: "sonar", messages: [{ role: "user", content }] },
  ...further
})

export const create = (content: string, further?: Partial<CreateRequest>) =>
  AsyncChat.use((chat) => chat.create(about(content, further)))

export const get = (id: string) => AsyncChat.use((chat) => chat.get({ id }))

/** Polls until a condition holds. */
export const until = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  holds: (value: A) => boolean
): Effect.Effect<A, E, R> =>
  Effect.filterOrElse(effect, holds, () =>
    Effect.andThen(
      Effect.sleep(10),
      Effect.suspend(() => until(effect, holds))
    )
  )

/** The record of a finished request. */
export const ended = (id: string) =>
  until(get(id), ({ status }) => status === "COMPLETED" || status === "FAILED")

/** Worker options with a short poll interval and a short lease. */
export const quick = { poll: 5, lease: 300 }
export const silent = Logger.layer([])

/** A store in a directory. Opening it twice simulates two processes, or a restart. */
export const opened = (path: string) => Layer.fresh(Layer.provideMerge(layerAsyncChat, tables(path)))

/** A store in a directory, with a worker. */
export const working = (
  path: string,
  chat: ReturnType<typeof scriptedChat>,
  options: AsyncChatWorkerOptions = quick
) =>
  layerAsyncChatWorker(options).pipe(
    Layer.provide(chat.layer),
    Layer.provideMerge(opened(path)),
    Layer.provideMerge(silent)
  )

/** Status and starts of every request, oldest first. */
export const statuses = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`SELECT status, starts FROM async_chat ORDER BY created_at, id`.values
)
