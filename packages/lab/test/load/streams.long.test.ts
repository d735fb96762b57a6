// Many streams open at once lose no event.
import { assert, it } from "vitest"
import { problemsIn, runStreams } from "../../src/load/streams/command.ts"

it(
  "200 streams of chat to one server get every event in order and the end mark",
  { timeout: 300_000 },
  async () => {
    const wish = { streams: 200, pace: 200 }
    const streamed = await runStreams(wish)
    assert.deepStrictEqual(problemsIn(streamed, wish), [])
    assert.strictEqual(streamed.whole, 200)
    assert.strictEqual(streamed.events, 1_000)
  }
)
