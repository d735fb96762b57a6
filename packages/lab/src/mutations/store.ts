// Faults of the store.
import type { Faults } from "./client.ts"

/** Each must make a test fail. */
export const store: Faults = {
  "keys/verifier.ts": {
    "an expired key is accepted at its last millisecond": ["end <= clock", "end < clock"],
    "a key whose row was changed is accepted": ["|| !isAuthentic(pepper, row)", ""],
    "a key of a changed group is accepted": [
      "!GroupQueries.isAuthentic(pepper, row.group_id, row)",
      "false as boolean"
    ],
    "a disabled group's keys are accepted": ["row.disabled_at !== null ||", ""]
  },
  "keys/TtlCache.ts": {
    "a cached key outlives its second": ["now - entry.readAt < second", "now - entry.readAt <= second"]
  },
  "keys/Revocations.ts": {
    "a restored backup with fewer revocations is not noticed": ["if (seq !== lastSeq)", "if (seq > lastSeq)"]
  },
  "keys/quota.ts": {
    "one new key a minute too many": ["recent[maxPerMinute - 1]", "recent[maxPerMinute]"]
  },
  "keys/rowMac.ts": {
    "rights are not under the seal": [`  "rights",\n`, ""]
  },
  "keys/service.ts": {
    "a key of another group is revoked": ["row === undefined || row.group_id !== group", "row === undefined"]
  },
  "keys/queries.ts": {
    "a revoked key's row is not sealed again": [`  yield* seal(key_id)\n`, ""],
    "a key makes keys that never expire": [`,\n  rights,\n  `, `: null && expires_at,\n  rights,\n  `]
  },
  "crypto/pageToken.ts": {
    "a page token of another list is taken": ["encodeURIComponent(route), ", `"list", `],
    "a page token expires a millisecond early": ["Number(at) <= list.maxAge", "Number(at) < list.maxAge"]
  },
  "skills/service.ts": {
    "a download works at its end": ["query(storeTime)) >= found.until", "query(storeTime)) > found.until"],
    "a skill of another revision is replaced": ["revision === expected_revision", `revision !== ""`]
  },
  "async-chat/worker.ts": {
    "an async chat is withdrawn while the store is away": ["(job), () => false", "(job), () => true"]
  },
  "reviews/queries.ts": {
    "a labelled review becomes skipped": [
      "CASE WHEN status = 'labelled' THEN status ELSE 'skipped' END",
      "'skipped'"
    ]
  },
  "async-chat/queries.ts": {
    "an async chat of another group is found": [` = \${group} AND $`, ` <> \${group + "x"} AND $`],
    "a worker that lost its lease writes its answer": [
      `bytes}\n    WHERE id = \${id} AND owner = \${owner`,
      `bytes}\n    WHERE id = \${id`
    ],
    "an async chat that stops its workers is tried once more": [` starts >= \${`, ` starts > \${`]
  }
}
