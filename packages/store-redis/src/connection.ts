// Connections to Redis: one for commands, which fail at once while it is down, and one for subscriptions.
import { createClient } from "@redis/client"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Script } from "./scripts.ts"

/** A Redis command failed. The message contains no values. */
export class RedisUnavailable extends Data.TaggedError("RedisUnavailable")<{ readonly message: string }> {}

/** Commands that may be queued; a further one fails at once. */
const maxQueuedCommands = 1_000

/** Maximum milliseconds between two connection attempts, and of one attempt. */
const maxReconnectDelay = 2_000

/** Milliseconds between two pings. */
const pingInterval = 1_000

/** Milliseconds after which a connection without any data counts as dead. */
const idleTimeout = 5_000

const toUnavailable = (cause: unknown) =>
  new RedisUnavailable({
    message: cause instanceof Error && cause.message !== "" ? cause.message : "Redis failed"
  })

const settings = (url: Redacted.Redacted) => ({
  url: Redacted.value(url),
  commandsQueueMaxLength: maxQueuedCommands,
  pingInterval,
  socket: {
    connectTimeout: maxReconnectDelay,
    socketTimeout: idleTimeout,
    // Reconnects for ever: a Redis that was down for an hour is used again.
    reconnectStrategy: (retries: number) => Math.min(50 * 2 ** Math.min(retries, 10), maxReconnectDelay)
  }
})

/** A connection to one Redis. It connects in the background and reconnects; until then every command fails at once. */
export interface Connection {
  /** Runs a script on one key, by its SHA-1 if Redis has it cached. */
  readonly run: (
    script: Script,
    key: string,
    args: ReadonlyArray<string>
  ) => Effect.Effect<unknown, RedisUnavailable>
  /** Publishes a message on a channel. */
  readonly publish: (channel: string, message: string) => Effect.Effect<void, RedisUnavailable>
  /** Calls `onMessage` for every message on a channel while the scope is open, and after every reconnect. */
  readonly listen: (channel: string, onMessage: () => void) => void
}

/** Connects in the background. An error is logged if it differs from the last one. */
export const connect = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const log = Effect.runForkWith(yield* Effect.context())
  let lastError = ""
  const open = (offlineQueue: boolean) => {
    const client = createClient({ ...settings(url), disableOfflineQueue: !offlineQueue })
    client.on("error", (cause: unknown) => {
      const { message } = toUnavailable(cause)
      if (message === lastError) return
      lastError = message
      log(Effect.logWarning(`Redis does not answer: ${message}`))
    })
    client.on("ready", () => {
      lastError = ""
    })
    // It reconnects by itself, and the error was logged above.
    client.connect().catch(() => undefined)
    return client
  }
  type Client = ReturnType<typeof open>
  const clients: Array<Client> = []
  const openClient = (offlineQueue: boolean): Client => {
    const client = open(offlineQueue)
    clients.push(client)
    return client
  }
  const client = openClient(false)
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      for (const each of clients) if (each.isOpen) each.destroy()
    })
  )
  const connection: Connection = {
    run: ({ sha, text }, key, args) => {
      const options = { keys: [key], arguments: [...args] }
      return Effect.catchIf(
        Effect.tryPromise({ try: () => client.evalSha(sha, options), catch: toUnavailable }),
        ({ message }) => message.startsWith("NOSCRIPT"),
        () => Effect.tryPromise({ try: () => client.eval(text, options), catch: toUnavailable })
      )
    },
    publish: (channel, message) =>
      Effect.asVoid(Effect.tryPromise({ try: () => client.publish(channel, message), catch: toUnavailable })),
    listen: (channel, onMessage) => {
      const listener = openClient(true)
      // Messages sent while it was disconnected are lost, so every connect counts as one.
      listener.on("ready", onMessage)
      listener.subscribe(channel, onMessage).catch(() => undefined)
    }
  }
  return connection
})
