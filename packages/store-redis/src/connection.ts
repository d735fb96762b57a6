// The border to Redis: a connection that nobody waits for, and one that listens.
import { createClient } from "@redis/client"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Script } from "./scripts.ts"

/** Redis did not do what was asked. The message holds no values. */
export class RedisAway extends Data.TaggedError("RedisAway")<{ readonly message: string }> {}

/** Commands that wait for Redis at most; one more fails at once. */
const waiting = 1_000

/** Milliseconds between two attempts to connect at most. */
const longestPause = 2_000

/** Milliseconds after which a connection without a sign of life is given up, and between two such signs. */
const silence = { most: 5_000, ping: 1_000 }

const away = (cause: unknown) =>
  new RedisAway({ message: cause instanceof Error && cause.message !== "" ? cause.message : "Redis failed" })

const settings = (url: Redacted.Redacted) => ({
  url: Redacted.value(url),
  commandsQueueMaxLength: waiting,
  pingInterval: silence.ping,
  socket: {
    connectTimeout: longestPause,
    socketTimeout: silence.most,
    // It never gives up: what was away for an hour is used again when it is back.
    reconnectStrategy: (retries: number) => Math.min(50 * 2 ** Math.min(retries, 10), longestPause)
  }
})

/** A connection to one Redis. It is made meanwhile, and again whenever it broke; until then everything fails at once. */
export interface Connection {
  /** Runs a script on one key; Redis keeps the script. */
  readonly run: (
    script: Script,
    key: string,
    args: ReadonlyArray<string>
  ) => Effect.Effect<unknown, RedisAway>
  /** Sends a message to whoever listens. */
  readonly publish: (channel: string, message: string) => Effect.Effect<void, RedisAway>
  /** Hears a channel as long as the scope is open; also after each time it could not hear. */
  readonly listen: (channel: string, heard: () => void) => void
}

/** Connects without waiting. Trouble is told in a log line when it is another than before. */
export const connect = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const log = Effect.runForkWith(yield* Effect.context())
  let told = ""
  const open = (offlineQueue: boolean) => {
    const client = createClient({ ...settings(url), disableOfflineQueue: !offlineQueue })
    client.on("error", (cause: unknown) => {
      const { message } = away(cause)
      if (message === told) return
      told = message
      log(Effect.logWarning(`Redis does not answer: ${message}`))
    })
    client.on("ready", () => {
      told = ""
    })
    // It connects again by itself; what went wrong was told above.
    client.connect().catch(() => undefined)
    return client
  }
  type Client = ReturnType<typeof open>
  const clients: Array<Client> = []
  const opened = (offlineQueue: boolean): Client => {
    const client = open(offlineQueue)
    clients.push(client)
    return client
  }
  const client = opened(false)
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      for (const each of clients) if (each.isOpen) each.destroy()
    })
  )
  const connection: Connection = {
    run: ({ sha, text }, key, args) => {
      const options = { keys: [key], arguments: [...args] }
      return Effect.catchIf(
        Effect.tryPromise({ try: () => client.evalSha(sha, options), catch: away }),
        ({ message }) => message.startsWith("NOSCRIPT"),
        () => Effect.tryPromise({ try: () => client.eval(text, options), catch: away })
      )
    },
    publish: (channel, message) =>
      Effect.asVoid(Effect.tryPromise({ try: () => client.publish(channel, message), catch: away })),
    listen: (channel, heard) => {
      const listener = opened(true)
      // What was said while it was not there is lost, so it counts as said.
      listener.on("ready", heard)
      listener.subscribe(channel, heard).catch(() => undefined)
    }
  }
  return connection
})
