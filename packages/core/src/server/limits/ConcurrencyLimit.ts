// Who is under way, per key group: a place is taken by each request, and given back when it is over.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ServerSettings } from "../ServerSettings.ts"

/** The places of all groups. */
export class Places extends Context.Service<
  Places,
  {
    /** Places of one group. */
    readonly most: number
    /** False: none is free, and none was taken. */
    readonly take: (group: string) => boolean
    readonly leave: (group: string) => void
  }
>()("@leadline/core/http/Places") {}

/** {@link Places} as many as the settings say. */
export const layer = Layer.effect(
  Places,
  Effect.map(ServerSettings, ({ concurrency }) => {
    const taken = new Map<string, number>()
    return {
      most: concurrency,
      take: (group) => {
        const before = taken.get(group) ?? 0
        if (before >= concurrency) return false
        taken.set(group, before + 1)
        return true
      },
      leave: (group) => {
        const after = (taken.get(group) ?? 0) - 1
        if (after > 0) taken.set(group, after)
        else taken.delete(group)
      }
    }
  })
)
