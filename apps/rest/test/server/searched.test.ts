// The line of the banner that says what is searched.
import { assert, it } from "vitest"
import { searched } from "../../src/server/banner.ts"

it.each([
  [1, 0, "1 of ./pages"],
  [0, 0, "0 of ./pages: Markdown, HTML and text files are read"],
  [0, 2, "0 of ./pages: Markdown, HTML and text files are read; files of other kinds: 2"],
  [3, 2, "3 of ./pages: Markdown, HTML and text files are read; files of other kinds: 2"]
])("%d documents and %d files of other kinds are shown", (count, otherKinds, shown) => {
  assert.strictEqual(searched(count, otherKinds, "./pages"), shown)
})
