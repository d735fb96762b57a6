// Words of titles: one that every text has may still say which page is about it.
import { assert, describe } from "vitest"
import * as Effect from "effect/Effect"
import { layerSearch } from "../../src/index.ts"
import { find, scratch, write } from "./support.ts"
import { test } from "../support/engines.ts"

const subjects = ["Backup", "Billing", "Clients", "Logs", "Metrics", "Restore", "Tokens"]

describe("a word that every page has", () => {
  test("finds first the page that is named by it", function* () {
    const folder = yield* scratch
    const others = subjects.map((subject) => [
      `${subject.toLowerCase()}.md`,
      `# ${subject}\n\nThe settings of the server for this are few. The server reads its settings once. Change settings and restart.`
    ])
    write(folder, {
      ...Object.fromEntries(others),
      "all.md": `# Settings\n\nA table of all that a server can be told.${" Each line has a name, a default and a meaning.".repeat(30)}`
    })
    const { results } = yield* Effect.provide(
      find({ query: "settings of the server" }),
      layerSearch({ folder })
    )
    assert.strictEqual(results[0]?.title, "Settings")
  })
})
