// Who calls: what is known of the caller of a request once its key is accepted.
// Source: §5.
import * as Context from "effect/Context"

/** The caller of a request whose key was accepted. Ids only, never the key. */
export class Caller extends Context.Service<
  Caller,
  {
    /** The key group: the organization whose limits count. */
    readonly group: string
    /** The public id of the key. */
    readonly key: string
    /** Requests of one operation per second, where the group has a limit of its own. */
    readonly requestsPerSecond?: number
    /** Input tokens per minute, where the group has a limit of its own. */
    readonly tokensPerMinute?: number
  }
>()("@leadline/core/server/Caller") {}

/** The key group of the caller; empty where there is none. */
export const callerGroup = (context: Context.Context<never>): string =>
  Context.getOrUndefined(context, Caller)?.group ?? ""
