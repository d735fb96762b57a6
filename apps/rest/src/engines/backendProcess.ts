// Keeps the program that serves a backend running: started with the server, restarted when it ends, ended with it.
import type { BackendSettings, PreparedBackend } from "@leadline/backends"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import { createServer } from "node:net"
import { StartupError } from "../StartupError.ts"
import { isLoopbackHost } from "./allowedAddresses.ts"
import { splitCommand } from "./commandLine.ts"
import { isForeignPort } from "./portOwner.ts"
import { type Program, startProgram } from "./runningProgram.ts"

/** Milliseconds between two questions whether it is healthy. */
const healthInterval = 250

/** Milliseconds of a run after which the next restart is quick again. */
const stableRun = 60_000

/** Characters from which a value of its environment is looked for in its output. */
const minSecret = 8

const freePort: Effect.Effect<number, StartupError> = Effect.callback((resume) => {
  const server = createServer()
  server.once("error", () => resume(new StartupError({ message: "No TCP port is free on 127.0.0.1" })))
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    server.close(() => resume(Effect.succeed(typeof address === "object" ? (address?.port ?? 0) : 0)))
  })
})

/** A status that says: it serves. A server without the path says so by 404. */
const isHealthy = (origin: string): Effect.Effect<boolean> =>
  Effect.promise((signal) =>
    fetch(`${origin}/health`, { signal, redirect: "manual" }).then(
      ({ body, status }) => body?.cancel().then(() => status < 500) ?? status < 500,
      () => false
    )
  ).pipe(Effect.timeoutOrElse({ duration: 2_000, orElse: () => Effect.succeed(false) }))

/** Asks until the program is healthy. What another user serves on its port is not asked for anything else. */
const waitUntilHealthy = ({ hostname, origin, port }: URL, name: string) => {
  let isReported = false
  return Effect.gen(function* () {
    if (!(yield* isHealthy(origin))) return false
    if (!isLoopbackHost(hostname)) return true
    const isForeign = yield* Effect.promise(() => isForeignPort(Number(port)))
    if (isForeign && !isReported) {
      isReported = true
      yield* Effect.logError("Another user of this machine listens on the port of a backend", {
        backend: name,
        port
      })
    }
    return !isForeign
  }).pipe(Effect.repeat({ schedule: Schedule.spaced(healthInterval), until: (healthy) => healthy }))
}

/** One run of the program, until it and its children have ended. */
const runOnce = (name: string, program: Program, whileRunning: Effect.Effect<never>) =>
  Effect.acquireUseRelease(
    startProgram(program),
    ({ end, exited, outcome }) =>
      Effect.gen(function* () {
        yield* Effect.raceFirst(exited, whileRunning)
        yield* end
        return outcome()
      }),
    ({ end }) => end
  ).pipe(
    Effect.catch((failure) => Effect.succeed(failure)),
    Effect.tap((outcome) =>
      Effect.logError("The program of a backend ended; it is started again", { backend: name, ...outcome })
    )
  )

/** The program of a command line, on a port. */
const programOf = ({ environment = {} }: BackendSettings, command: string, port: string): Program => {
  const variables = Object.entries(environment).map(
    ([variable, value]) => [variable, Redacted.value(value)] as const
  )
  return {
    words: splitCommand(command).map((word) => word.replaceAll("{port}", port)),
    environment: Object.fromEntries(variables),
    secrets: variables.flatMap(([, value]) => (value.length < minSecret ? [] : [value]))
  }
}

/**
 * Starts the program of a backend with a `command`, in a free port in place of `{port}`. The backend is passed over
 * until it is healthy. A program that ends is started again after 1 second, then 2, 4 and so on up to 30.
 */
export const prepareBackend = (
  settings: BackendSettings
): Effect.Effect<PreparedBackend, StartupError, Scope.Scope> =>
  Effect.gen(function* () {
    const { command, name } = settings
    if (command === undefined) return { settings, isReady: () => true }
    const port = command.includes("{port}") ? String(yield* freePort) : ""
    const url = settings.url.replace("{port}", port)
    const program = programOf(settings, command, port)
    let ready = false
    let startProblem: string | undefined
    const whileRunning = Effect.gen(function* () {
      yield* waitUntilHealthy(new URL(url), name)
      ready = true
      yield* Effect.logInfo("The program of a backend answers", { backend: name })
      return yield* Effect.never
    }).pipe(Effect.ensuring(Effect.sync(() => (ready = false))))
    let delay = 1_000
    const forever = Effect.gen(function* () {
      for (;;) {
        const start = yield* Clock.currentTimeMillis
        const { problem } = yield* runOnce(name, program, whileRunning)
        startProblem = typeof problem === "string" ? problem : undefined
        if ((yield* Clock.currentTimeMillis) - start > stableRun) delay = 1_000
        yield* Effect.sleep(delay)
        delay = Math.min(30_000, delay * 2)
      }
    })
    yield* Effect.forkScoped(forever)
    return { settings: { ...settings, url }, isReady: () => ready, startProblem: () => startProblem }
  })
