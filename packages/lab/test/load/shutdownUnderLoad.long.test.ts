// A server that gets SIGTERM under load loses no response.
import { assert, it } from "vitest"
import { fakeServer, shutDownUnderLoad } from "../../src/load/shutDownUnderLoad.ts"

it.each([
  ["streams that fall silent", true],
  ["none", false]
])(
  "SIGTERM under load, with %s, loses nothing and exits with 0",
  async (_, hasSilence) => {
    const subject = fakeServer(8_000, hasSilence)
    // At the same time: they mostly wait.
    const ends = await Promise.all(Array.from({ length: 4 }, () => shutDownUnderLoad(subject)))
    for (const { counts, problems } of ends) {
      assert.deepStrictEqual(problems, [])
      assert.isAbove(counts.answered, 0)
      assert.isAbove(counts.streamed, 0)
      assert.strictEqual(counts.ended, hasSilence ? 3 : 0)
    }
  },
  600_000
)
