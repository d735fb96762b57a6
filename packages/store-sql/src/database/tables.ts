// Statements that make the tables, in the subset of SQL that SQLite and Postgres share. Columns are named like the fields
// of the API. Times are Unix milliseconds. MACs and hashes are lower-case hex: the two databases share no type for bytes.

/** Null means enabled, the default quota, no budget. The sums are kept by triggers. */
const groups = [
  `CREATE TABLE api_group (
    id TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    disabled_at BIGINT,
    deleted_at BIGINT,
    rate_limit INTEGER,
    token_limit INTEGER,
    budget_usd DOUBLE PRECISION,
    max_stored_bytes BIGINT,
    max_skills BIGINT,
    max_revisions BIGINT,
    max_queued_chats BIGINT,
    max_kept_chats BIGINT,
    max_keys BIGINT,
    stored_bytes BIGINT NOT NULL DEFAULT 0,
    skills BIGINT NOT NULL DEFAULT 0,
    revisions BIGINT NOT NULL DEFAULT 0,
    queued_chats BIGINT NOT NULL DEFAULT 0,
    kept_chats BIGINT NOT NULL DEFAULT 0,
    changed_seq BIGINT NOT NULL DEFAULT 0,
    row_mac TEXT
  )`,
  `CREATE TABLE group_spend (
    group_id TEXT NOT NULL REFERENCES api_group (id),
    month TEXT NOT NULL,
    operation TEXT NOT NULL,
    requests BIGINT NOT NULL,
    input_tokens BIGINT NOT NULL,
    output_tokens BIGINT NOT NULL,
    cost_usd DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (group_id, month, operation)
  )`
]

/** Null means all rights, any network, no policy. */
const keys = [
  `CREATE TABLE api_key (
    id TEXT PRIMARY KEY NOT NULL,
    group_id TEXT NOT NULL REFERENCES api_group (id),
    name TEXT NOT NULL,
    mac TEXT NOT NULL,
    pepper_version TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    created_by TEXT,
    revoked_at BIGINT,
    expires_at BIGINT,
    last_used_day INTEGER,
    rights TEXT,
    may_make_keys INTEGER NOT NULL DEFAULT 1,
    networks TEXT,
    policy TEXT,
    row_mac TEXT
  )`,
  // Counting active keys reads this index alone, however many were revoked or have expired.
  "CREATE INDEX api_key_active ON api_key (group_id, expires_at, pepper_version) WHERE revoked_at IS NULL",
  // For lists, and for the keys that a group made in the last minute.
  "CREATE INDEX api_key_group ON api_key (group_id, created_at, id)",
  "CREATE INDEX api_key_order ON api_key (created_at, id)",
  "CREATE INDEX api_key_maker ON api_key (created_by, created_at)",
  `CREATE TABLE revocation (
    seq BIGINT PRIMARY KEY NOT NULL,
    key_id TEXT NOT NULL REFERENCES api_key (id),
    at BIGINT NOT NULL
  )`
]

/** The sealed head of the audit chain shows a deletion of its last rows. */
const audit = [
  `CREATE TABLE audit_event (
    seq BIGINT PRIMARY KEY NOT NULL,
    at BIGINT NOT NULL,
    node TEXT,
    actor_key_id TEXT,
    action TEXT NOT NULL,
    object_type TEXT NOT NULL,
    object_id TEXT NOT NULL,
    outcome TEXT NOT NULL,
    address_hash TEXT,
    request_id TEXT,
    previous_hash TEXT NOT NULL,
    hash TEXT NOT NULL
  )`,
  "CREATE INDEX audit_event_object ON audit_event (object_id, action, seq)",
  `CREATE TABLE audit_head (
    id INTEGER PRIMARY KEY NOT NULL,
    seq BIGINT NOT NULL,
    hash TEXT NOT NULL,
    seal TEXT NOT NULL
  )`
]

/** Files are rows of pieces: to read a part of one large value, SQLite reads all of it. A deleted skill is removed later. */
const skills = (bytes: string) => [
  `CREATE TABLE skill (
    skill_id TEXT PRIMARY KEY NOT NULL,
    group_id TEXT NOT NULL REFERENCES api_group (id),
    revision TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT
  )`,
  "CREATE INDEX skill_order ON skill (group_id, created_at, skill_id)",
  "CREATE INDEX skill_deleted ON skill (deleted_at) WHERE deleted_at IS NOT NULL",
  `CREATE TABLE skill_revision (
    revision TEXT PRIMARY KEY NOT NULL,
    skill_id TEXT NOT NULL REFERENCES skill (skill_id),
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    bytes BIGINT NOT NULL DEFAULT 0
  )`,
  "CREATE INDEX skill_revision_order ON skill_revision (skill_id, created_at, revision)",
  `CREATE TABLE skill_file (
    revision TEXT NOT NULL REFERENCES skill_revision (revision),
    piece INTEGER NOT NULL,
    content ${bytes} NOT NULL,
    PRIMARY KEY (revision, piece)
  )`
]

/**
 * The queue of async chats and their results. `owner` is the worker of a request until `lease_until` passes. Large
 * requests are in parts: to change a row with a large text, SQLite writes all of it again.
 */
const asyncChats = [
  `CREATE TABLE async_chat (
    id TEXT PRIMARY KEY NOT NULL,
    group_id TEXT NOT NULL REFERENCES api_group (id),
    key_id TEXT,
    model TEXT NOT NULL,
    status TEXT NOT NULL,
    request TEXT NOT NULL,
    request_hash TEXT NOT NULL,
    idempotency_key TEXT,
    created_at BIGINT NOT NULL,
    started_at BIGINT,
    completed_at BIGINT,
    failed_at BIGINT,
    response TEXT,
    error_message TEXT,
    starts INTEGER NOT NULL,
    owner TEXT,
    lease_until BIGINT,
    bytes BIGINT NOT NULL DEFAULT 0,
    UNIQUE (group_id, idempotency_key)
  )`,
  "CREATE INDEX async_chat_list ON async_chat (group_id, created_at, id)",
  // The next group and its oldest waiting request are found without reading those of others.
  "CREATE INDEX async_chat_queue ON async_chat (status, group_id, created_at, id)",
  "CREATE INDEX async_chat_age ON async_chat (created_at)",
  `CREATE TABLE async_chat_part (
    chat_id TEXT NOT NULL REFERENCES async_chat (id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (chat_id, place)
  )`
]

/** Policies, a row for each version; reviews, with what callers sent sealed; and the audited rows of each policy. */
const policies = (bytes: string) => [
  `CREATE TABLE policy (
    id TEXT PRIMARY KEY NOT NULL,
    group_id TEXT NOT NULL REFERENCES api_group (id),
    name TEXT NOT NULL,
    version INTEGER NOT NULL,
    content TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    broken_at BIGINT,
    deleted_at BIGINT,
    row_mac TEXT,
    UNIQUE (group_id, name, version)
  )`,
  `CREATE TABLE policy_audit (
    group_id TEXT NOT NULL REFERENCES api_group (id),
    policy TEXT NOT NULL,
    counts TEXT NOT NULL,
    broken_at BIGINT,
    PRIMARY KEY (group_id, policy)
  )`,
  `CREATE TABLE review (
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
  )`,
  "CREATE INDEX review_list ON review (group_id, status, created_at, id)",
  "CREATE INDEX review_bytes ON review (group_id, bytes)",
  "CREATE INDEX review_age ON review (expires_at)"
]

/** The time of the last write, for the next start, and the number of the last batch that each writer has written. */
const state = [
  "CREATE TABLE store_state (id INTEGER PRIMARY KEY NOT NULL, written_at BIGINT NOT NULL)",
  "CREATE TABLE batch_writer (id TEXT PRIMARY KEY NOT NULL, batch BIGINT NOT NULL, written_at BIGINT NOT NULL)"
]

/**
 * Limits that nodes count together. They are lost with a crash of PostgreSQL, and not written to its log: windows are
 * short. SQLite has one node, which counts in memory.
 */
const sharedLimits = `CREATE UNLOGGED TABLE limit_window (
  name TEXT PRIMARY KEY NOT NULL,
  start BIGINT NOT NULL,
  used BIGINT NOT NULL,
  is_taken BOOLEAN NOT NULL
) WITH (fillfactor = 50)`

/** What is on a PostgreSQL alone. */
export const sharedTables: ReadonlyArray<string> = [sharedLimits]

/** What is on both; `bytes` is the type of bytes. */
export const allTables = (bytes: string): ReadonlyArray<string> =>
  [groups, keys, audit, skills(bytes), asyncChats, policies(bytes), state].flat()
