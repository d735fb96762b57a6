// Follows a folder: runs a refresh soon after something changes in it, and every half minute in any case.
import { type FSWatcher, watch } from "node:fs"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"

/** Changes within this time are one refresh. */
const settle = Duration.millis(200)

/** The time between two refreshes without a change that was noticed: some file systems tell of none. */
const rescanEvery = Duration.seconds(30)

/** The same where folders cannot be watched. */
const pollEvery = Duration.seconds(1)

/** Folders that are watched, at most. Others are seen by the rescans. */
const maxWatched = 4_096

/** Runs `refresh`, which gives the folders to watch, until it is interrupted. */
export const followFolder = (
  folders: ReadonlyArray<string>,
  refresh: Effect.Effect<ReadonlyArray<string>>
): Effect.Effect<never> =>
  Effect.scoped(
    Effect.gen(function* () {
      const changed = yield* Latch.make()
      const watchers = new Map<string, FSWatcher>()
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          for (const watcher of watchers.values()) watcher.close()
        })
      )
      const watchFolder = (folder: string): void => {
        const stop = () => {
          watchers.get(folder)?.close()
          watchers.delete(folder)
          changed.openUnsafe()
        }
        watchers.set(
          folder,
          watch(folder, { persistent: false }, () => void changed.openUnsafe()).on("error", stop)
        )
      }
      /** Watches these folders and no others; tells whether all of them are watched. */
      const watchFolders = (wanted: ReadonlyArray<string>): boolean => {
        const kept = new Set(wanted.slice(0, maxWatched))
        for (const [folder, watcher] of watchers)
          if (!kept.has(folder)) {
            watcher.close()
            watchers.delete(folder)
          }
        try {
          for (const folder of kept) if (!watchers.has(folder)) watchFolder(folder)
          return true
        } catch {
          return false
        }
      }
      let watched = watchFolders(folders)
      return yield* Effect.forever(
        Effect.gen(function* () {
          yield* Effect.timeoutOption(changed.await, watched ? rescanEvery : pollEvery)
          yield* Effect.sleep(settle)
          yield* changed.close
          watched = watchFolders(yield* refresh)
        })
      )
    })
  )
