// Faults of the server.
import type { Faults } from "./client.ts"

/** Each must make a test fail. */
export const server: Faults = {
  "Authentication.ts": {
    "a key in lower-case scheme is not read": ["/^bearer +([^ ].*)$/i", "/^Bearer +([^ ].*)$/"],
    "refused keys are not counted by address": [
      "Effect.andThen(refusedKeys.take(context), Effect.fail(error))",
      "Effect.fail(error)"
    ],
    "an address is spared for longer than two minutes": [
      "now - since < 2 * recentTime ? recent : new Set()",
      "recent"
    ]
  },
  "Pipeline.ts": {
    "rights and budgets are not checked": [
      `denial !== undefined) return Effect.fail(denial)\n        if (`,
      ""
    ],
    "a wrong method is counted as a wrong path": [`? "path" : "method"`, `? "method" : "path"`],
    "a server that ends takes requests": [`.phase() === "ending"`, `.phase() === "ended" as never`]
  },
  "admission/admitRequest.ts": {
    "one concurrent request too many": ["if (count >= concurrency)", "if (count > concurrency)"],
    "a place is not given back": ["context.onRelease(() => concurrency.release(caller.group))", ""],
    "a key of another network is accepted": ["&& !isInside", "&& networks.length > 99 && !isInside"]
  },
  "response/eventStream.ts": {
    "the time that a reader takes counts against the next event": [
      `false\n      written.at = written.eventAt`,
      `false\n      written.at`
    ]
  },
  "admission/RateLimiter.ts": {
    "one request too few in a window": ["const isTaken = after <= limit", "const isTaken = after < limit"]
  },
  "admission/AddressLimit.ts": {
    "one request of an address too many": ["count <= most(settings)", "count <= most(settings) + 1"]
  },
  "body/readBody.ts": {
    "a body of exactly the greatest size is refused": ["size > limits.bodyBytes", "size >= limits.bodyBytes"],
    "a compressed body is read as it is": [`toLowerCase() !== "identity"`, `toLowerCase() === "none"`]
  },
  "Router.ts": {
    "an id of 128 characters is a wrong path": ["/^[A-Za-z0-9_-]{1,128}$/", "/^[A-Za-z0-9_-]{1,127}$/"],
    "Allow names methods in the order of routes": [`toSorted()\n      .join("`, `toReversed()\n      .join("`]
  },
  "trustedProxies.ts": {
    "the first forwarded address is believed": ["index > 0 && isTrusted(hop)", "index > 0"]
  },
  "cors.ts": {
    "an origin that is not listed may read answers": ["if (!listed.has(origin)) {", "if (listed.size > 99) {"]
  },
  "admission/RequestSpending.ts": {
    "each call of a request counts as one": [`    this.#requests = 0\n`, ""],
    "calls in progress reserve no budget": ["most().cost ?? 0, this.hasBegun", "most().cost ?? 0, true"]
  },
  "answerOperation.ts": {
    "what a request used is not counted": [`&& route.work.by === "engine"`, `&& route.work.by !== "engine"`]
  }
}
