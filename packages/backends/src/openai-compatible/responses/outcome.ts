// The usage of a run, and the response of a failed one.
// Source: §2.8.
import type * as ApiError from "@leadline/core/errors"
import type { RunError, Usage } from "@leadline/core/responses"
import { sumOf } from "@leadline/core/schema"
import { tokenCosts } from "../answering/price.ts"
import { addUsage, noUsage, type TokenUsage } from "../completion/Completion.ts"
import type { ModelServer } from "../server/ModelServer.ts"

const errorTypes: { readonly [tag: string]: readonly [type: string, code: string] } = {
  InvalidRequestError: ["invalid_request", "400"],
  RateLimitError: ["too_many_requests", "429"],
  ConnectionError: ["bad_gateway", "502"],
  StreamTruncatedError: ["bad_gateway", "502"],
  UnavailableError: ["service_unavailable", "503"],
  DeadlineExceededError: ["gateway_timeout", "504"]
}

/** The error of a failed run. Messages of errors here say nothing of the text of a backend. */
export const runError = ({ _tag: tag, message }: ApiError.ApiError): RunError => {
  const [type, code] = errorTypes[tag] ?? ["internal_error", "500"]
  return { message, type, code }
}

/** Adds up the calls of a run. */
export const makeMeter = ({ settings }: ModelServer) => {
  let tokens = noUsage
  const input: Array<number> = []
  const output: Array<number> = []
  const searches: Array<number> = []
  const invocations = new Map<string, number>()
  return {
    addTokens: (name: string, usage: TokenUsage): void => {
      tokens = addUsage(tokens, usage)
      const costs = tokenCosts(settings, name, usage)
      input.push(costs.input)
      output.push(costs.output)
    },
    /** USD of a search, where it has a price. */
    addSearchCost: (cost: number | undefined): void => {
      if (cost !== undefined) searches.push(cost)
    },
    addInvocation: (tool: "search_web" | "fetch_url"): void =>
      void invocations.set(tool, (invocations.get(tool) ?? 0) + 1),
    usage: (): Usage => ({
      input_tokens: tokens.input,
      output_tokens: tokens.output,
      total_tokens: tokens.input + tokens.output,
      ...(tokens.cached > 0 && { input_tokens_details: { cache_read_input_tokens: tokens.cached } }),
      cost: {
        currency: "USD",
        input_cost: sumOf(input),
        output_cost: sumOf(output),
        ...(searches.length > 0 && { tool_calls_cost: sumOf(searches) }),
        total_cost: sumOf([...input, ...output, ...searches])
      },
      ...(invocations.size > 0 && {
        tool_calls_details: Object.fromEntries(
          Array.from(invocations, ([tool, invocation]) => [tool, { invocation }])
        )
      })
    })
  }
}
