// The modes of the files in the data directory.
import * as Effect from "effect/Effect"
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { protectFiles } from "../../src/store/filePermissions.ts"
import { emptyDirectory, start } from "../support/serverProcess.ts"

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)

describe.concurrent("the data directory", () => {
  it("of a server is closed to other users, whatever the umask and the modes before", async () => {
    const directory = emptyDirectory()
    const documents = join(directory, "handbook")
    mkdirSync(documents)
    writeFileSync(join(documents, "a.md"), "# Refunds\n\nWe pay back within a week.\n")
    const before = process.umask(0)
    const server = start({ LEADLINE_DOCUMENTS: documents }, directory)
    process.umask(before)
    await server.ready()
    const data = join(directory, ".leadline")
    assert.strictEqual(mode(data), "700")
    const names = readdirSync(data)
    assert.includeMembers(names, ["leadline.sqlite", "leadline.sqlite-wal", "leadline.sqlite-shm", "pepper"])
    for (const name of names) assert.strictEqual(`${name} ${mode(join(data, name))}`, `${name} 600`)
    await server.stop()
  })

  it("is repaired at a start, with a warning for each file and for the directory", async () => {
    const directory = emptyDirectory()
    for (const name of ["pepper", "first-key", "leadline.sqlite", "notes.txt"]) {
      writeFileSync(join(directory, name), "")
      chmodSync(join(directory, name), 0o644)
    }
    const protect = () => Effect.runPromise(protectFiles(directory))
    assert.deepStrictEqual(
      await protect(),
      ["leadline.sqlite", "pepper", "first-key"].map(
        (name) => `${join(directory, name)} was open to other users of this machine: its mode is 0600 now.`
      )
    )
    const modes = ["pepper", "leadline.sqlite", "notes.txt"].map((name) => mode(join(directory, name)))
    assert.deepStrictEqual(modes, ["600", "600", "644"])
    chmodSync(directory, 0o755)
    assert.match(
      (await protect()).join(),
      /^The data directory \/.* is open to other users of this machine: /
    )
  })
})
