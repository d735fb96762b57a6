// How many bytes of bodies a server holds at once, over all requests.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { watched } from "../telemetry/metrics.ts"
import { CurrentRequest } from "../RequestContext.ts"
import { ServerSettings } from "../ServerSettings.ts"

/** The bytes of one request. */
export interface Held {
  /** Takes so many more; false: there are not so many left, and none is taken. */
  readonly take: (bytes: number) => boolean
}

/** The bytes of all bodies under way. */
export class BodyBudget extends Context.Service<
  BodyBudget,
  {
    /** Starts to hold bytes; they are given back when the request is over. */
    readonly hold: Effect.Effect<Held, never, Scope.Scope>
    /** Takes so many, to be given back by hand; false: there are not so many left. */
    readonly takeUnsafe: (bytes: number) => boolean
    readonly giveBackUnsafe: (bytes: number) => void
  }
>()("@leadline/core/http/BodyBudget") {}

/** {@link BodyBudget} of the size in the settings. */
export const layer = Layer.effect(
  BodyBudget,
  Effect.gen(function* () {
    const { bodiesBytes } = yield* ServerSettings
    let left = bodiesBytes
    yield* watched(
      "leadline_http_body_bytes_in_flight",
      "Bytes of request bodies that are read or worked on.",
      () => bodiesBytes - left
    )
    const take = (bytes: number): boolean => {
      if (bytes > left) return false
      left -= bytes
      return true
    }
    const giveBack = (bytes: number): void => {
      left += bytes
    }
    return {
      takeUnsafe: take,
      giveBackUnsafe: giveBack,
      hold: Effect.map(
        Effect.acquireRelease(
          Effect.map(CurrentRequest, (noted) => ({ bytes: 0, noted })),
          (held) => Effect.sync(() => giveBack(held.bytes))
        ),
        (held) => ({
          take: (bytes) => {
            if (!take(bytes)) return false
            held.bytes += bytes
            if (held.noted !== undefined) held.noted.bytesIn = held.bytes
            return true
          }
        })
      )
    }
  })
)
