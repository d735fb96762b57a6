// The changelog of a packed package: releases, and above them what is not released yet.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "vitest"

interface Pending {
  readonly packages: ReadonlyMap<string, string>
  readonly summary: string
}

const module: {
  readonly changelogOf: (name: string, released: string, pending: ReadonlyArray<Pending>) => string
  readonly pendingChangesets: (folder: string) => ReadonlyArray<Pending>
} = await import(new URL("../changelog.mjs", import.meta.url).href)

const { changelogOf, pendingChangesets } = module

const name = "@leadline/a"
const released = `# ${name}\n\n## 0.1.0\n\n### Minor Changes\n\n- Old.\n`

const change = (kind: string, summary: string, of = name) => ({ packages: new Map([[of, kind]]), summary })

describe("the changelog of a package", () => {
  it("is that of its releases where nothing is pending", () => {
    assert.strictEqual(changelogOf(name, released, []), released)
  })

  it("begins with its pending changesets, the biggest first", () => {
    const pending = [change("patch", "Small."), change("minor", "Large.\nMore."), change("minor", "x", "b")]
    const text = `# ${name}\n\n## Unreleased\n\n### Minor Changes\n\n- Large.\n  More.\n\n### Patch Changes\n\n- Small.\n`
    assert.strictEqual(changelogOf(name, "", pending), text)
    assert.strictEqual(
      changelogOf(name, released, pending),
      `${text}\n${released.slice(`# ${name}\n\n`.length)}`
    )
  })

  it("says so where there is none", () => {
    assert.strictEqual(changelogOf(name, "", []), `# ${name}\n\n## Unreleased\n\nNo changes of its own.\n`)
  })

  it("reads changesets as they are written", () => {
    const folder = mkdtempSync(join(tmpdir(), "leadline-changesets-"))
    writeFileSync(join(folder, "README.md"), "# Changesets\n")
    writeFileSync(join(folder, "one.md"), `---\n"@leadline/a": minor\n"@leadline/b": patch\n---\n\nIt can.\n`)
    const [one, ...others] = pendingChangesets(folder)
    rmSync(folder, { recursive: true })
    assert.lengthOf(others, 0)
    assert.deepEqual(
      [...(one?.packages ?? [])],
      [
        ["@leadline/a", "minor"],
        ["@leadline/b", "patch"]
      ]
    )
    assert.strictEqual(one?.summary.trim(), "It can.")
  })
})
