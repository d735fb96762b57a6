// What a caller whose key is accepted may not do: 403 without the right or from another network, 429 without budget.
// Source: §5; rights, networks and budgets are Assumed: ours.
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as IpNetwork from "effect/net/IpNetwork"
import * as ApiError from "../../errors/ApiError.ts"
import type { Caller } from "../Caller.ts"
import { address } from "../networks.ts"
import type { RequestContext } from "../RequestContext.ts"
import type { Route } from "../Route.ts"
import { budgetSpent } from "./RequestSpending.ts"

const isInside = (networks: ReadonlyArray<IpNetwork.IpNetwork>, text: string | undefined): boolean => {
  const ip = text === undefined ? undefined : address(text)
  return ip !== undefined && networks.some((network) => IpNetwork.contains(network, ip))
}

/** 429 for an operation that costs money, once the budget is spent; undefined: it may start. */
export const budgetDenialOf = (
  { caller, fiberContext }: RequestContext,
  { spendsBudget }: Route
): ApiError.RateLimitError | undefined => {
  // Without a budget one can still revoke keys, and read what is stored.
  if (caller?.spentBudget === undefined || !spendsBudget) return undefined
  const spent = caller.spentBudget()
  return spent === undefined
    ? undefined
    : budgetSpent(spent, Context.get(fiberContext, Clock.Clock).currentTimeMillisUnsafe())
}

/** Why the caller may not call the operation; undefined: it may. */
export const denialOf = (
  context: RequestContext,
  { networks, rights }: Caller["Service"],
  route: Route
): ApiError.PermissionDeniedError | ApiError.RateLimitError | undefined => {
  const { exchange } = context
  if (networks !== undefined && !isInside(networks, exchange.remoteAddress)) {
    return new ApiError.PermissionDeniedError({ message: "This key may not be used from this address." })
  }
  if (rights !== undefined && !rights.has(route.operation)) {
    return new ApiError.PermissionDeniedError({
      message: `This key may not call ${route.operation}: use a key with this right.`
    })
  }
  return budgetDenialOf(context, route)
}
