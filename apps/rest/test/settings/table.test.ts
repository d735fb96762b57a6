// The table of settings, what is made of it, and warnings of misspelt settings.
import { assert, describe, it } from "vitest"
import { settingsTable } from "../../src/settings/table.ts"
import { unknownVariables } from "../../src/settings/unknownVariables.ts"
import { settingsPage } from "./settingsPage.ts"

const variables = Object.values(settingsTable).map(({ variable }) => variable)

describe("the table of settings", () => {
  it("is that of docs/settings.md: npm run generate:settings", () => {
    const { expected, text } = settingsPage()
    assert.strictEqual(text, expected)
    assert.lengthOf(new Set(variables), variables.length)
  })
})

describe("a variable that is unknown", () => {
  it("is none of the settings, of the documents and the client, and none of other programs", () => {
    const documented = settingsPage().text.match(/LEADLINE_[A-Z_]+/g) ?? []
    assert.isAbove(documented.length, 20)
    const others = ["LEADLINE_BASE_URL", "PORT", "PATH", "XLEADLINE_LOG"]
    assert.deepStrictEqual(unknownVariables([...variables, ...documented, ...others]), [])
  })

  it.each([
    ["LEADLINE_DOCUMNETS", "LEADLINE_DOCUMENTS"],
    ["leadline_redis_url", "LEADLINE_REDIS_URL"],
    ["LEADLINE_PORT", "PORT"]
  ])("is named with the nearest setting: %s, %s", (name, setting) => {
    const warning = `${name} is not a setting and is ignored: did you mean ${setting}?`
    assert.deepStrictEqual(unknownVariables([name]), [warning])
  })
})
