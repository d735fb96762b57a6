// The caller of a request whose key is accepted.
// Source: §5.
import * as Context from "effect/Context"
import type * as IpNetwork from "effect/net/IpNetwork"

/** The caller of a request whose key was accepted. Ids only, never the key. */
export class Caller extends Context.Service<
  Caller,
  {
    /** The key group, whose limits count. */
    readonly group: string
    /** The public id of the key. */
    readonly key: string
    /** The operations it may call, as `chat.create`. Default: all but those of reviews. */
    readonly rights?: ReadonlySet<string>
    /** The networks it may call from. Default: all. */
    readonly networks?: ReadonlyArray<IpNetwork.IpNetwork>
    /** Gives the budget of its group in USD a month once it is used up. Asked before each start of work. Default: no budget. */
    readonly spentBudget?: () => number | undefined
    /**
     * Reserves USD of the budget for a call of its group until the effect that it returns is run. Undefined: they do not fit
     * beside what other calls have reserved. `isForced`: they count, and are not held against the budget. Default: no budget.
     */
    readonly reserveBudget?: (usd: number, isForced: boolean) => (() => void) | undefined
    /** Requests of one operation per second, where the group has a limit of its own. */
    readonly requestsPerSecond?: number
    /** Input tokens per minute, where the group has a limit of its own. */
    readonly tokensPerMinute?: number
    /** The policy of its decisions that name none, as `tickets` or `tickets@3`. Default: none. */
    readonly policy?: string
  }
>()("@leadline/core/server/Caller") {}

/** The key group of the caller; empty where there is none. */
export const callerGroup = (context: Context.Context<never>): string =>
  Context.getOrUndefined(context, Caller)?.group ?? ""

/** The message for a caller whose group has spent its budget, in USD. */
export const spentBudgetMessage = (budget: number): string =>
  `The group has used its budget of ${budget} USD for this month: ask the operator for more.`
