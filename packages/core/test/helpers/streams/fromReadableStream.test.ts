// Bodies that are no events.
import { assert, it } from "@effect/vitest"
import { fromReadableStream } from "../../../src/helpers/streams/index.ts"
import { maxEventLength } from "../../../src/protocol/limits.ts"

const rows: ReadonlyArray<readonly [string, string]> = [
  ["data: 5\n\n", "json"],
  ["data: {bad\n\n", "json"],
  [`data: "${"x".repeat(maxEventLength)}"\n\n`, "tooLarge"]
]

it("what is no event is an InvalidResponseError", async () => {
  for (const [text, reason] of rows) {
    const events = fromReadableStream(new Response(text).body ?? assert.fail("no body"))
    const error: unknown = await events.next().catch((failure: unknown) => failure)
    assert.deepInclude(Object(error), { _tag: "InvalidResponseError", reason, eventsSeen: 0 })
  }
})
