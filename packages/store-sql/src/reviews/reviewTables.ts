// The migration for reviews.
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { bytesType } from "../database/dialect.ts"

/** Reviews, with what callers sent sealed; and the audited rows of each policy, which show whether its promise holds. */
export const reviewTables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const bytes = yield* bytesType
  yield* sql`CREATE TABLE review (
    id TEXT PRIMARY KEY NOT NULL,
    group_id TEXT NOT NULL REFERENCES api_group (id),
    policy TEXT NOT NULL,
    request_id TEXT NOT NULL,
    status TEXT NOT NULL,
    inclusion_probability DOUBLE PRECISION NOT NULL,
    is_audited INTEGER NOT NULL,
    content ${bytes} NOT NULL,
    state ${bytes},
    labels ${bytes},
    bytes BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    lease TEXT,
    lease_key TEXT,
    lease_until BIGINT
  )`
  yield* sql`CREATE INDEX review_list ON review (group_id, status, created_at, id)`
  yield* sql`CREATE INDEX review_bytes ON review (group_id, bytes)`
  yield* sql`CREATE INDEX review_age ON review (expires_at)`
  yield* sql`CREATE TABLE policy_audit (
    group_id TEXT NOT NULL REFERENCES api_group (id),
    policy TEXT NOT NULL,
    counts TEXT NOT NULL,
    broken_at BIGINT,
    PRIMARY KEY (group_id, policy)
  )`
})
