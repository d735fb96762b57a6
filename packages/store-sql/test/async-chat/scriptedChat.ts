// A chat service that does what its request says, for tests of the queue.
import { AsyncChat, type CreateRequest } from "@leadline/core/async-chat"
import { Caller } from "@leadline/core/authentication"
import { Chat, make } from "@leadline/core/chat"
import * as ApiError from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queries from "../../src/async-chat/queries.ts"
import { makeTurns } from "../../src/async-chat/turns.ts"
import { type AsyncChatWorkerOptions, layerAsyncChat, layerAsyncChatWorker } from "../../src/index.ts"
import { directory, eventually, query, silent, tables } from "../stores.ts"

const failures: { readonly [tag: string]: ApiError.ApiError } = {
  ConnectionError: new ApiError.ConnectionError({ message: "secret-cause" }),
  DeadlineExceededError: new ApiError.DeadlineExceededError({ message: "secret-cause" }),
  InvalidRequestError: new ApiError.InvalidRequestError({ message: "Too many tokens." }),
  UnavailableError: new ApiError.UnavailableError({ message: "secret-cause" })
}

/** The started requests with their callers, and how many run. */
export interface Seen {
  readonly begun: Array<string>
  readonly callers: Array<string>
  running: number
}

/** Waits until so many requests run, while time passes. */
export const isRunning = (seen: Seen, count: number) =>
  eventually(
    Effect.sync(() => seen.running),
    (running) => running === count
  )

/** Waits until a request is the last that has begun. */
export const hasBegun = (seen: Seen, content: string) =>
  eventually(
    Effect.sync(() => seen.begun),
    (begun) => begun.at(-1) === content
  )

interface ScriptOptions {
  /** Runs when a request starts. */
  readonly onBegun?: (content: string) => Effect.Effect<void>
}

/**
 * Echoes the last message: `wait <ms>` takes so long, `never` for ever, `fail <tag>` fails,
 * `die` is a defect, `reserved` is refused once because the budget is reserved.
 */
export const scriptedChat = ({ onBegun = () => Effect.void }: ScriptOptions = {}) => {
  const seen: Seen = { begun: [], callers: [], running: 0 }
  const layer = Layer.succeed(
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
          seen.running++
          yield* onBegun(content)
          if (verb === "wait") yield* Effect.sleep(Number(argument))
          if (verb === "never") return yield* Effect.never
          if (verb === "die") return yield* Effect.die(new Error("secret-cause"))
          if (verb === "reserved" && seen.begun.filter((one) => one === content).length === 1)
            return yield* new ApiError.RateLimitError({ message: "Reserved.", phase: "request" })
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
  return { seen, layer }
}

/** A chat request with one text. */
export const about = (content: string, further: Partial<CreateRequest> = {}): CreateRequest => ({
  request: { model: "sonar", messages: [{ role: "user", content }] },
  ...further
})

export const create = (content: string, further?: Partial<CreateRequest>) =>
  AsyncChat.use((chat) => chat.create(about(content, further)))

export const get = (id: string) => AsyncChat.use((chat) => chat.get({ id }))

/** The record of a request when it has a status. */
export const reached = (id: string, ...wanted: ReadonlyArray<string>) =>
  eventually(get(id), ({ status }) => wanted.includes(status))

/** The record of a finished request. */
export const ended = (id: string) => reached(id, "COMPLETED", "FAILED")

/** Worker options with a short poll interval. Leases are long: {@link endLeases} ends them. */
export const quick = { poll: 5, lease: 60_000 }

/** Makes it late enough that every lease has ended. */
export const endLeases = query`UPDATE async_chat SET lease_until = 0 WHERE lease_until IS NOT NULL`

/** Claims the next request as a worker with free places does. */
export const claim = (owner: string) =>
  Effect.flatMap(Queries.nextInTurn(makeTurns(8)), (waiting) =>
    waiting === undefined ? Effect.undefined : Queries.claim(owner, quick.lease, waiting)
  )

/** Creates requests, one after the other: each a millisecond older than the next, whatever clock has counted them. */
export const createInOrder = (contents: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const made = yield* Effect.forEach(contents, (content) => create(content))
    for (const [at, { id }] of made.entries()) {
      yield* query`UPDATE async_chat SET created_at = created_at - ${made.length - at} WHERE id = ${id}`
    }
    return made
  })

/** A store in a directory. Opening it twice simulates two processes, or a restart. */
export const opened = (path: string) => Layer.fresh(Layer.provideMerge(layerAsyncChat, tables(path)))

/** A store in a new directory. */
export const newQueue = Layer.unwrap(Effect.map(directory, opened))

/** A worker on the store that is there. */
export const worker = (chat: ReturnType<typeof scriptedChat>, options: AsyncChatWorkerOptions = quick) =>
  layerAsyncChatWorker(options).pipe(Layer.provide(chat.layer), Layer.provideMerge(silent))

/** A store in a directory, with a worker. */
export const working = (
  path: string,
  chat: ReturnType<typeof scriptedChat>,
  options?: AsyncChatWorkerOptions
) => Layer.provideMerge(worker(chat, options), opened(path))

/** Status and starts of every request, oldest first. */
export const statuses = query`SELECT status, starts FROM async_chat ORDER BY created_at, id`.values
