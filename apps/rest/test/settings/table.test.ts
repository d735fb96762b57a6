// The table of settings, and what is made of it.
import { assert, describe, it } from "vitest"
import { settingsTable } from "../../src/settings/table.ts"
import { settingsPage } from "./settingsPage.ts"

describe("the table of settings", () => {
  it("is that of docs/settings.md: npm run generate:settings", () => {
    const { expected, text } = settingsPage()
    assert.strictEqual(text, expected)
  })

  it("names each variable once", () => {
    const variables = Object.values(settingsTable).map(({ variable }) => variable)
    assert.lengthOf(new Set(variables), variables.length)
  })
})
