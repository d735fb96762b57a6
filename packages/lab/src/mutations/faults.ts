// Faults to put into the sources, one at a time: each must make a test fail.

/** A change of one place in a source file. */
export interface SeededFault {
  /** What is wrong then. */
  readonly name: string
  /** From the root of the repository. */
  readonly file: string
  /** Stands once in the file. */
  readonly find: string
  readonly replace: string
}

type Change = readonly [name: string, file: string, find: string, replace: string]

const faultsIn =
  (folder: string) =>
  ([name, file, find, replace]: Change): SeededFault => ({ name, file: `${folder}/${file}`, find, replace })

const client: ReadonlyArray<Change> = [
  [
    "a billed call is repeated after an unknown outcome",
    "retry/RetryPolicy.ts",
    `generation: ["unsent", "refused"]`,
    `generation: ["unsent", "refused", "unknown"]`
  ],
  [
    "a call that may run once is repeated after a refusal",
    "retry/RetryPolicy.ts",
    `never: ["unsent"]`,
    `never: ["unsent", "refused"]`
  ],
  [
    "500 is not retried",
    "retry/RetryPolicy.ts",
    `error.status === 500 ? "unknown" : "final"`,
    `error.status === 501 ? "unknown" : "final"`
  ],
  [
    "a failure inside a stream is retried",
    "retry/RetryPolicy.ts",
    `if (error.phase === "stream") return "final"`,
    ""
  ],
  [
    "back-off has no greatest delay",
    "retry/RetryPolicy.ts",
    `Math.min(maxBackoff, initial * 2 ** retries)`,
    `initial * 2 ** retries`
  ],
  [
    "retry-after-ms is read as seconds",
    "retry/RetryPolicy.ts",
    `headers["retry-after-ms"] ?? "", 1)`,
    `headers["retry-after-ms"] ?? "", 1_000)`
  ],
  ["one retry too many", "retry/retryLoop.ts", `retries < call.maxRetries`, `retries <= call.maxRetries`],
  [
    "a retry is begun that the deadline will cut",
    "retry/retryLoop.ts",
    `delay >= call.remaining() ||`,
    `delay >= call.remaining() * 100 ||`
  ],
  [
    "the retry budget is never spent",
    "retry/RetryBudget.ts",
    `if (tokens > left) return false`,
    `if (tokens > retryTokens) return false`
  ],
  [
    "used and remaining requests are swapped",
    "response/ResponseInfo.ts",
    `["remaining", "x-ratelimit-remaining", 1]`,
    `["remaining", "x-ratelimit-used", 1]`
  ],
  [
    "the end of a rate limit window is in seconds",
    "response/ResponseInfo.ts",
    `["resetAt", "x-ratelimit-reset", 1_000]`,
    `["resetAt", "x-ratelimit-reset", 1]`
  ],
  ["a request id of 128 characters is dropped", "response/ResponseInfo.ts", `{1,128}$`, `{1,127}$`],
  [
    "a 300 is read as an error response",
    "response/ResponseReceiver.ts",
    `(status >= 300 && status < 400)`,
    `(status > 300 && status < 400)`
  ],
  [
    "one level of nesting too many is read",
    "response/JsonReceiver.ts",
    `isNestedDeeper(text, defaults.maxJsonDepth)`,
    `isNestedDeeper(text, defaults.maxJsonDepth + 1)`
  ],
  [
    "a response of exactly the greatest size is refused",
    "response/JsonReceiver.ts",
    `if (this.call.bodyBytes > defaults.maxResponseBytes)`,
    `if (this.call.bodyBytes >= defaults.maxResponseBytes)`
  ],
  [
    "a header of the caller wins over the type of the body",
    "buildRequest.ts",
    `headers["content-type"] = body.type`,
    `headers["content-type"] ??= body.type`
  ],
  [
    "a released slot lets two calls run",
    "CallQueue.ts",
    `      waiting.delete(value)
      value()`,
    `      waiting.delete(value)
      running--
      value()`
  ],
  [
    "a reset connection is told as closed",
    "stream/EventStreamBody.ts",
    `reason: error.reason === "reset" ? "reset" : "closed"`,
    `reason: "closed"`
  ],
  [
    "the time between events counts as waiting for one",
    "stream/EventStreamBody.ts",
    `      waited = 0
      return Effect.succeed(taken)`,
    `      return Effect.succeed(taken)`
  ],
  [
    "texts of the request stay in a server's message",
    "redact.ts",
    `clean += isFound ? "<redacted>" : message[0]`,
    `clean += isFound ? message.slice(0, length) : message[0]`
  ]
]

const server: ReadonlyArray<Change> = [
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
    `return denial === undefined ? operate() : Effect.fail(denial)`,
    `return operate()`
  ],
  [
    "a wrong method is counted as a wrong path",
    "Pipeline.ts",
    `route === noSuchPath ? "path" : "method"`,
    `route === noSuchPath ? "method" : "path"`
  ],
  [
    "a server that ends takes requests",
    "Pipeline.ts",
    `if (shutdown.phase() === "ending")`,
    `if (shutdown.phase() === "ended" as never)`
  ],
  [
    "one concurrent request too many",
    "limits/ConcurrencyLimit.ts",
    `if (count >= concurrency) return false`,
    `if (count > concurrency) return false`
  ],
  [
    "a place is not given back",
    "limits/admit.ts",
    `context.onRelease(() => concurrency.release(caller.group))`,
    ""
  ],
  [
    "remaining requests are those that were used",
    "limits/RateLimiter.ts",
    `remaining: limit - used, reset, wait`,
    `remaining: used, reset, wait`
  ],
  [
    "a window ends a second late",
    "limits/RateLimiter.ts",
    `const reset = start + 1`,
    `const reset = start + 2`
  ],
  [
    "one request too few in a window",
    "limits/FixedWindow.ts",
    `const isTaken = after <= limit`,
    `const isTaken = after < limit`
  ],
  [
    "one request of an address too many",
    "limits/AddressLimit.ts",
    `const isAdmitted = count <= most(settings)`,
    `const isAdmitted = count <= most(settings) + 1`
  ],
  [
    "a key of another network is accepted",
    "limits/authorize.ts",
    `networks !== undefined && !isInside`,
    `networks !== undefined && networks.length > 99 && !isInside`
  ],
  [
    "a body of exactly the greatest size is refused",
    "body/readBytes.ts",
    `if (size > limits.bodyBytes)`,
    `if (size >= limits.bodyBytes)`
  ],
  [
    "a compressed body is read as it is",
    "body/readBytes.ts",
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
  ["a preflight is asked again after a minute", "cors.ts", `const maxAge = "600"`, `const maxAge = "60"`],
  [
    "what a request used is not counted",
    "Pipeline.ts",
    `if (meter !== undefined && route.work.by === "engine")`,
    `if (meter !== undefined && route.work.by !== "engine")`
  ]
]

const store: ReadonlyArray<Change> = [
  [
    "an expired key is accepted at its last millisecond",
    "keys/verifier.ts",
    `end !== null && end <= clock`,
    `end !== null && end < clock`
  ],
  [
    "a key whose row was changed is accepted",
    "keys/verifier.ts",
    `!(yield* isAuthentic(pepper, row))) return yield* reportAltered(row.id)`,
    `false) return yield* reportAltered(row.id)`
  ],
  [
    "a key of a changed group is accepted",
    "keys/verifier.ts",
    `if (!(yield* GroupTable.isAuthentic(pepper, row.group_id, row))) {`,
    `if (false as boolean) {`
  ],
  ["a disabled group's keys are accepted", "keys/verifier.ts", `row.disabled_at !== null ||`, ""],
  [
    "a cached key outlives its second",
    "keys/TtlCache.ts",
    `now - entry.readAt < second`,
    `now - entry.readAt <= second`
  ],
  ["one active key too many", "keys/quota.ts", `maxActive)) >= maxActive`, `maxActive + 1)) > maxActive`],
  [
    "one new key a minute too many",
    "keys/quota.ts",
    `const oldest = recent[maxPerMinute - 1]`,
    `const oldest = recent[maxPerMinute]`
  ],
  ["rights are not under the seal", "keys/rowMac.ts", `  "rights",\n`, ""],
  [
    "a key of another group is revoked",
    "keys/service.ts",
    `if (row === undefined || row.group_id !== group) return`,
    `if (row === undefined) return`
  ],
  ["a revoked key's row is not sealed again", "keys/table.ts", `  yield* seal(key_id)\n`, ""],
  [
    "a key makes keys that never expire",
    "keys/table.ts",
    `  expires_at,
  rights,
  may_make_keys,
  networks
})

/** A key to insert`,
    `  expires_at: null && expires_at,
  rights,
  may_make_keys,
  networks
})

/** A key to insert`
  ],
  [
    "a page token of another list is taken",
    "crypto/pageToken.ts",
    `[encodeURIComponent(route), encodeURIComponent(group)`,
    `["list", encodeURIComponent(group)`
  ],
  [
    "a page token expires a millisecond early",
    "crypto/pageToken.ts",
    `now - Number(at) <= list.maxAge`,
    `now - Number(at) < list.maxAge`
  ],
  [
    "a download works at its end",
    "skills/service.ts",
    `(yield* query(storeTime)) >= found.until`,
    `(yield* query(storeTime)) > found.until`
  ],
  [
    "a skill of another revision is replaced",
    "skills/service.ts",
    `({ revision }) => revision === expected_revision`,
    `({ revision }) => revision !== ""`
  ],
  [
    "skills are listed oldest first",
    "skills/table.ts",
    `ORDER BY s.created_at DESC, s.skill_id DESC`,
    `ORDER BY s.created_at, s.skill_id`
  ],
  [
    "a deleted skill is found",
    "skills/table.ts",
    `WHERE s.group_id = \${group} AND s.deleted_at IS NULL AND s.skill_id`,
    `WHERE s.group_id = \${group} AND s.skill_id`
  ],
  [
    "an async chat of another group is found",
    "async-chat/table.ts",
    `FROM async_chat WHERE group_id = \${group} AND \${sql(column)}`,
    `FROM async_chat WHERE group_id <> \${group + "x"} AND \${sql(column)}`
  ],
  [
    "a worker that lost its lease writes its answer",
    "async-chat/table.ts",
    `bytes = bytes + \${bytes}
    WHERE id = \${id} AND owner = \${owner} RETURNING id`,
    `bytes = bytes + \${bytes}
    WHERE id = \${id} RETURNING id`
  ],
  [
    "an async chat that stops its workers is tried once more",
    "async-chat/table.ts",
    `AND starts >= \${maxStarts}`,
    `AND starts > \${maxStarts}`
  ]
]

/** All faults: twenty in the client, twenty in the server, twenty in the store. */
export const faults: ReadonlyArray<SeededFault> = [
  ...client.map(faultsIn("packages/core/src/client")),
  ...server.map(faultsIn("packages/core/src/server")),
  ...store.map(faultsIn("packages/store-sql/src"))
]
