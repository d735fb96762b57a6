// Faults of the server.
import type { Change } from "./SeededFault.ts"

/** Each must make a test fail. */
export const server: ReadonlyArray<Change> = [
  [
    "a key in lower-case scheme is not read",
    "Authentication.ts",
    `/^bearer +([^ ].*)$/i`,
    `/^Bearer +([^ ].*)$/`
  ],
  [
    "refused keys are not counted by address",
    "Authentication.ts",
    `Effect.andThen(refusedKeys.take(context), Effect.fail(error))`,
    `Effect.fail(error)`
  ],
  [
    "rights and budgets are not checked",
    "Pipeline.ts",
    `if (denial !== undefined) return Effect.fail(denial)
        if (route.callsOperations)`,
    `if (route.callsOperations)`
  ],
  [
    "a wrong method is counted as a wrong path",
    "Pipeline.ts",
    `target.allow === undefined ? "path" : "method"`,
    `target.allow === undefined ? "method" : "path"`
  ],
  [
    "a server that ends takes requests",
    "Pipeline.ts",
    `if (shutdown.phase() === "ending")`,
    `if (shutdown.phase() === "ended" as never)`
  ],
  [
    "one concurrent request too many",
    "admission/admitRequest.ts",
    `if (count >= concurrency) return false`,
    `if (count > concurrency) return false`
  ],
  [
    "a place is not given back",
    "admission/admitRequest.ts",
    `context.onRelease(() => concurrency.release(caller.group))`,
    ""
  ],
  [
    "an address is spared for longer than two minutes",
    "Authentication.ts",
    `now - since < 2 * recentTime ? recent : new Set()`,
    `recent`
  ],
  [
    "the time that a reader takes counts against the next event",
    "response/eventStream.ts",
    `written.isBlocked = false
      written.at = written.eventAt =`,
    `written.isBlocked = false
      written.at =`
  ],
  [
    "one request too few in a window",
    "admission/RateLimiter.ts",
    `const isTaken = after <= limit`,
    `const isTaken = after < limit`
  ],
  [
    "one request of an address too many",
    "admission/AddressLimit.ts",
    `const isAdmitted = count <= most(settings)`,
    `const isAdmitted = count <= most(settings) + 1`
  ],
  [
    "a key of another network is accepted",
    "admission/admitRequest.ts",
    `networks !== undefined && !isInside`,
    `networks !== undefined && networks.length > 99 && !isInside`
  ],
  [
    "a body of exactly the greatest size is refused",
    "body/readBody.ts",
    `if (size > limits.bodyBytes)`,
    `if (size >= limits.bodyBytes)`
  ],
  [
    "a compressed body is read as it is",
    "body/readBody.ts",
    `?? "identity").trim().toLowerCase() !== "identity"`,
    `?? "identity").trim().toLowerCase() === "none"`
  ],
  [
    "an id of 128 characters is a wrong path",
    "Router.ts",
    `/^[A-Za-z0-9_-]{1,128}$/`,
    `/^[A-Za-z0-9_-]{1,127}$/`
  ],
  [
    "Allow names methods in the order of routes",
    "Router.ts",
    `      .toSorted()\n      .join(", ")`,
    `      .toReversed()\n      .join(", ")`
  ],
  [
    "the first forwarded address is believed",
    "trustedProxies.ts",
    `if (index > 0 && isTrusted(hop)) continue`,
    `if (index > 0) continue`
  ],
  [
    "an origin that is not listed may read answers",
    "cors.ts",
    `if (!listed.has(origin)) {`,
    `if (listed.size > 99) {`
  ],
  [
    "each call of a request counts as one",
    "admission/RequestSpending.ts",
    `    this.#requests = 0
`,
    ""
  ],
  [
    "what a request used is not counted",
    "answerOperation.ts",
    `if (spending !== undefined && route.work.by === "engine")`,
    `if (spending !== undefined && route.work.by !== "engine")`
  ],
  [
    "calls in progress reserve no budget",
    "admission/RequestSpending.ts",
    "reserveBudget?.(most().cost ?? 0, this.hasBegun)",
    "reserveBudget?.(most().cost ?? 0, true)"
  ]
]
