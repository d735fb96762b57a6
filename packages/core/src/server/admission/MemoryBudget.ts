// Limits the memory of request bodies, of large answers and of files that are sent, per key group and in all.
import * as Effect from "effect/Effect"
import * as ApiError from "../../errors/ApiError.ts"
import { bytesPerStep } from "../../scheduling/limits.ts"
import type { BodyMemory, RequestContext } from "../RequestContext.ts"
import { ServerSettings } from "../ServerSettings.ts"
import { registerGauge } from "../telemetry/metrics.ts"

/** A budget of bytes. */
export interface MemoryBudget {
  /** True if {@link take} would give a group so many bytes. */
  readonly fits: (group: string, bytes: number) => boolean
  /** Takes bytes for a group; false: not so many are left for it, and nothing is taken. */
  readonly take: (group: string, bytes: number) => boolean
  /** Gives back what {@link take} took. */
  readonly release: (group: string, bytes: number) => void
  /** Bytes that all groups hold. */
  readonly held: () => number
}

/**
 * Makes a budget. A group may hold as many bytes as are left when it has them: one alone holds half of all at most, of
 * two each a third, and of n each 1/(n + 1). So as much is always left for one more, and when bytes are short the group
 * that holds many is refused before one that holds few.
 */
export const makeMemoryBudget = (total: number): MemoryBudget => {
  const groups = new Map<string, number>()
  let left = total
  const fits = (group: string, bytes: number): boolean => (groups.get(group) ?? 0) + bytes <= left - bytes
  return {
    fits,
    take: (group, bytes) => {
      if (!fits(group, bytes)) return false
      left -= bytes
      groups.set(group, (groups.get(group) ?? 0) + bytes)
      return true
    },
    release: (group, bytes) => {
      left += bytes
      const held = (groups.get(group) ?? 0) - bytes
      if (held > 0) groups.set(group, held)
      else groups.delete(group)
    },
    held: () => total - left
  }
}

const tooMany = (what: string) =>
  new ApiError.UnavailableError({ message: `The server ${what} at once.`, retryAfter: 1_000 })

const groupOf = ({ caller }: RequestContext): string => caller?.group ?? ""

/** Makes the {@link BodyMemory} of a server. */
export const makeBodyMemory = Effect.gen(function* () {
  const { bodiesBytes } = yield* ServerSettings
  const budget = makeMemoryBudget(bodiesBytes)
  yield* registerGauge(
    "leadline_http_body_bytes_in_flight",
    "Bytes of request bodies that are read or worked on, and of large answers that are made or sent.",
    budget.held
  )
  return {
    fits: (context, bytes) => budget.fits(groupOf(context), bytes),
    take: (context, bytes) => {
      const group = groupOf(context)
      if (!budget.take(group, bytes)) return false
      context.heldBytes += bytes
      if (context.heldBytes === bytes) {
        context.onRelease(() => {
          budget.release(group, context.heldBytes)
          context.heldBytes = 0
        })
      }
      return true
    }
  } satisfies BodyMemory
})

/** Takes memory for a large answer before it is made: 503 when its group has its share. It is held until it is sent. */
export const takeForAnswer = (
  context: RequestContext,
  bytes: number
): Effect.Effect<void, ApiError.UnavailableError> =>
  Effect.suspend(() =>
    context.takeAnswer(bytes) ? Effect.void : Effect.fail(tooMany("holds too many large answers"))
  )

/** Makes the step that takes memory for one piece of a file until the request is over: 503 when its group has its share. */
export const makeDownloadLimit = Effect.gen(function* () {
  const { downloadsBytes } = yield* ServerSettings
  const budget = makeMemoryBudget(downloadsBytes)
  yield* registerGauge(
    "leadline_http_download_bytes_in_flight",
    "Bytes of files that are being sent.",
    budget.held
  )
  return (
    context: RequestContext,
    file: { readonly group: string; readonly size: number }
  ): Effect.Effect<void, ApiError.UnavailableError> =>
    Effect.suspend(() => {
      const held = Math.min(file.size, bytesPerStep)
      if (!budget.take(file.group, held)) return Effect.fail(tooMany("sends too many files"))
      context.onRelease(() => budget.release(file.group, held))
      return Effect.void
    })
})
