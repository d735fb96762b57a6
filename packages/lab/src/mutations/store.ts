// Faults of the store.
import type { Change } from "./SeededFault.ts"

/** Each must make a test fail. */
export const store: ReadonlyArray<Change> = [
  [
    "an expired key is accepted at its last millisecond",
    "keys/verifier.ts",
    `end <= clock.currentTimeMillisUnsafe()`,
    `end < clock.currentTimeMillisUnsafe()`
  ],
  [
    "a key whose row was changed is accepted",
    "keys/verifier.ts",
    `row.is_revoked !== 0 || !isAuthentic(pepper, row)`,
    `row.is_revoked !== 0`
  ],
  [
    "a key of a changed group is accepted",
    "keys/verifier.ts",
    `if (!GroupTable.isAuthentic(pepper, row.group_id, row)) {`,
    `if (false as boolean) {`
  ],
  ["a disabled group's keys are accepted", "keys/verifier.ts", `row.disabled_at !== null ||`, ""],
  [
    "a cached key outlives its second",
    "keys/TtlCache.ts",
    `now - entry.readAt < second`,
    `now - entry.readAt <= second`
  ],
  [
    "a restored backup with fewer revocations is not noticed",
    "keys/Revocations.ts",
    `if (seq !== lastSeq)`,
    `if (seq > lastSeq)`
  ],
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
  networks,
  policy
})

/** A key to insert`,
    `  expires_at: null && expires_at,
  rights,
  may_make_keys,
  networks,
  policy
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
    "an async chat is withdrawn while the store is away",
    "async-chat/worker.ts",
    `isJobWithdrawn(job), () => false`,
    `isJobWithdrawn(job), () => true`
  ],
  [
    "a labelled review becomes skipped",
    "reviews/table.ts",
    `CASE WHEN status = 'labelled' THEN status ELSE 'skipped' END`,
    `'skipped'`
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
