// A server that gets SIGTERM under load loses no response.
import { assert, it } from "vitest"
import { fakeServer, shutDownUnderLoad } from "../../src/load/shutDownUnderLoad.ts"

const grace = 8_000

/** Shutdowns at the same time: they mostly wait. */
const concurrent = 4

it.each([
  ["streams that fall silent", true, 4],
  ["none", false, 12]
])(
  "SIGTERM under load, with %s, loses nothing and exits with 0",
  async (_name, hasSilence, times) => {
    for (let round = 0; round < times; round += concurrent) {
      const subject = fakeServer(grace, hasSilence)
      const ends = await Promise.all(Array.from({ length: concurrent }, () => shutDownUnderLoad(subject)))
      for (const end of ends) {
        assert.deepStrictEqual(end.problems, [])
        assert.isAbove(end.counts.answered, 0)
        assert.isAbove(end.counts.streamed, 0)
        assert.strictEqual(end.counts.ended, hasSilence ? 3 : 0)
      }
    }
  },
  600_000
)
