#!/usr/bin/env bash
# Starts the server and waits until it is ready, for at most two minutes. The server runs until the job ends.
set -euo pipefail

base_url="http://127.0.0.1:$INPUT_PORT"
log="$RUNNER_TEMP/leadline-$INPUT_PORT.log"
get() { curl --silent --noproxy '*' --max-time 2 --output /dev/null "$@"; }

fail() {
  echo "::error title=Leadline::$1"
  [ ! -f "$log" ] || { echo "::group::Log of the server" && cat "$log" && echo "::endgroup::"; }
  exit 1
}

if get "$base_url/"; then fail "Port $INPUT_PORT is in use."; fi

export LEADLINE_API_KEY="${INPUT_KEY:-leadline-key-of-a-server-in-memory}"
[ -z "$INPUT_BACKENDS" ] || export LEADLINE_BACKENDS="$INPUT_BACKENDS"
nohup npx --yes "@leadline/server@$INPUT_VERSION" serve --memory --port "$INPUT_PORT" > "$log" 2>&1 &
server=$!

deadline=$((SECONDS + 120))
until get --fail "$base_url/-/ready"; do
  kill -0 "$server" 2> /dev/null || fail "The server has ended."
  [ "$SECONDS" -lt "$deadline" ] || fail "The server was not ready within 120 seconds."
  sleep 0.2
done

{
  echo "base-url=$base_url"
  echo "api-key=$LEADLINE_API_KEY"
} >> "$GITHUB_OUTPUT"
