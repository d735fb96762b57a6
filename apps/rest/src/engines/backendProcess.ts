// Runs the program that serves a backend: started with the server, restarted when it ends, ended with it.
import type { BackendSettings, PreparedBackend } from "@leadline/backends"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import { type ChildProcess, spawn } from "node:child_process"
import { createServer } from "node:net"
import { StartupError } from "../StartupError.ts"
import { splitCommand } from "./commandLine.ts"

/** Milliseconds a program has to end before it is killed. */
const endTimeout = 5_000

/** Milliseconds between two questions whether it is healthy. */
const healthInterval = 250

/** Milliseconds of a run after which the next restart is quick again. */
const stableRun = 60_000

/** Characters of its output that are shown when it ends. */
const shownOutput = 2_000

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

const waitForExit = (child: ChildProcess): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (child.exitCode !== null || child.signalCode !== null) resume(Effect.void)
    else child.once("close", () => resume(Effect.void))
  })

const end = (child: ChildProcess): Effect.Effect<void> =>
  Effect.suspend(() => {
    child.kill("SIGTERM")
    return Effect.timeoutOrElse(waitForExit(child), {
      duration: endTimeout,
      orElse: () =>
        Effect.andThen(
          Effect.sync(() => child.kill("SIGKILL")),
          waitForExit(child)
        )
    })
  })

/** One run of the program, until it ends. Fails when it cannot be started. */
const runOnce = (name: string, [file = "", ...rest]: ReadonlyArray<string>, onStart: Effect.Effect<void>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => spawn(file, rest, { stdio: ["ignore", "pipe", "pipe"] })),
    (child) =>
      Effect.gen(function* () {
        let output = ""
        const keep = (chunk: unknown) => (output = (output + String(chunk)).slice(-shownOutput))
        child.stdout.on("data", keep)
        child.stderr.on("data", keep)
        let problem: string | undefined
        child.once("error", ({ message }) => (problem = message))
        yield* Effect.raceFirst(waitForExit(child), Effect.andThen(onStart, Effect.never))
        const { exitCode, signalCode } = child
        yield* Effect.logError("The program of a backend ended; it is started again", {
          backend: name,
          ...(problem === undefined ? { exitCode, signalCode } : { problem }),
          output: output.trim()
        })
      }),
    end
  )

/** Asks until the program is healthy. */
const waitUntilHealthy = (origin: string) =>
  isHealthy(origin).pipe(
    Effect.repeat({ schedule: Schedule.spaced(healthInterval), until: (healthy) => healthy })
  )

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
    const words = splitCommand(command).map((word) => word.replaceAll("{port}", port))
    const { origin } = new URL(url)
    let ready = false
    const onStart = waitUntilHealthy(origin).pipe(
      Effect.andThen(
        Effect.sync(() => {
          ready = true
        })
      ),
      Effect.andThen(Effect.logInfo("The program of a backend answers", { backend: name }))
    )
    let delay = 1_000
    const forever = Effect.gen(function* () {
      for (;;) {
        const start = performance.now()
        yield* runOnce(name, words, onStart)
        ready = false
        if (performance.now() - start > stableRun) delay = 1_000
        yield* Effect.sleep(delay)
        delay = Math.min(30_000, delay * 2)
      }
    })
    yield* Effect.forkScoped(forever)
    return { settings: { ...settings, url }, isReady: () => ready }
  })
