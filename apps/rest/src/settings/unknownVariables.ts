// Finds environment variables that look like settings and are none, so that a misspelt one does not go unnoticed.

/** All `LEADLINE_` variables: those of the server, and those that only clients read. */
const known = [
  "LEADLINE_ACCEPT_CLOCK",
  "LEADLINE_ACCEPT_OPEN_DIRECTORY",
  "LEADLINE_ADMIN_HOST",
  "LEADLINE_ADMIN_PORT",
  "LEADLINE_ADMIN_TOKEN",
  "LEADLINE_API_KEY",
  "LEADLINE_BACKENDS",
  "LEADLINE_BASE_URL",
  "LEADLINE_CONNECTIONS_PER_ADDRESS",
  "LEADLINE_COPY_FROM",
  "LEADLINE_DATABASE_CONNECTIONS",
  "LEADLINE_DATABASE_TIMEOUT",
  "LEADLINE_DATABASE_URL",
  "LEADLINE_DATA_DIR",
  "LEADLINE_DOCUMENTS",
  "LEADLINE_DOCUMENTS_URL",
  "LEADLINE_ENGINE",
  "LEADLINE_KEYS_PER_GROUP",
  "LEADLINE_KEYS_PER_MINUTE",
  "LEADLINE_LOG",
  "LEADLINE_LOG_ADDRESSES",
  "LEADLINE_LOG_FORMAT",
  "LEADLINE_MAX_LOOP_DELAY",
  "LEADLINE_METRICS",
  "LEADLINE_MIN_DATA_RATE",
  "LEADLINE_MODEL_SERVER_API_KEY",
  "LEADLINE_MODEL_SERVER_MODEL",
  "LEADLINE_MODEL_SERVER_URL",
  "LEADLINE_NODES",
  "LEADLINE_ORIGINS",
  "LEADLINE_PEPPER",
  "LEADLINE_PEPPER_PREVIOUS",
  "LEADLINE_PROXIES",
  "LEADLINE_PUBLIC_URL",
  "LEADLINE_REDIS_URL",
  "LEADLINE_REQUESTS_PER_SECOND",
  "LEADLINE_SHARED_LIMITS",
  "LEADLINE_SHUTDOWN_SECONDS",
  "LEADLINE_STORED_BYTES_PER_GROUP",
  "LEADLINE_TOKENS_PER_MINUTE",
  "LEADLINE_UPSTREAM_API_KEY",
  "LEADLINE_UPSTREAM_NETWORKS",
  "LEADLINE_UPSTREAM_URL"
]

/** The edit distance of two names: letters to insert, delete or replace. */
const distance = (left: string, right: string): number => {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let at = 0; at < left.length; at++) {
    const next = [at + 1]
    for (let to = 0; to < right.length; to++) {
      const replaced = (row[to] ?? 0) + (left[at] === right[to] ? 0 : 1)
      next.push(Math.min(replaced, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1))
    }
    row = next
  }
  return row[right.length] ?? 0
}

/** Settings without the prefix, which are misspelt with it. */
const unprefixed = ["HOST", "PORT"]

const nearest = (name: string): string | undefined =>
  unprefixed.find((setting) => name === `LEADLINE_${setting}`) ??
  known.toSorted((left, right) => distance(name, left) - distance(name, right))[0]

/** A warning for each unknown `LEADLINE_` variable, with the nearest known name. Values are not read. */
export const unknownVariables = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names
    .filter((name) => /^LEADLINE_/i.test(name) && !known.includes(name))
    .map((name) => `${name} is not a setting and is ignored: did you mean ${nearest(name.toUpperCase())}?`)
