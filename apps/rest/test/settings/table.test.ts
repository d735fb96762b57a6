// The table of settings, what is made of it, and warnings of misspelt settings.
import { assert, describe, it } from "vitest"
import { ServerSettings } from "@leadline/core/server-settings"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
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

  it("has no row that nothing reads: its name is a setting of core's server, or a field that a program takes", () => {
    const root = join(import.meta.dirname, "../../../..")
    const row = /^ {2}\w+: S\.\w+\(.*$/gm
    const sources = globSync("{apps/rest,packages/store-sql}/src/**/*.ts", { cwd: root })
      .map((path) => readFileSync(join(root, path), "utf8").replaceAll(row, ""))
      .join("\n")
    const unread = Object.keys(settingsTable).filter(
      (name) =>
        !Object.hasOwn(ServerSettings.defaultValue(), name) &&
        !new RegExp(`\\.${name}\\b|[{,]\\s*${name}\\b(?=[^{}()]*\\})`).test(sources)
    )
    assert.deepEqual(unread, [])
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
