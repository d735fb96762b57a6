// Many streams open at once lose no event.
import { assert, it } from "vitest"
import { runStreams } from "../../src/load/openStreams.ts"

it(
  "200 streams of chat to one server get every event in order and the end mark",
  { timeout: 300_000 },
  async () => assert.deepStrictEqual(await runStreams(200), {})
)
