// The table of settings, and what is made of it.
import { assert, describe, it } from "vitest"
import { ServerSettings } from "@leadline/core/server-settings"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
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
