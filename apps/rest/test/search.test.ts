// The embedded search over the project's documentation, by every way to reach it: the facts of any engine.
import { searchCases, searchSetups } from "@leadline/testing"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { layerDocuments } from "../src/documents.ts"

const directory = mkdtempSync(join(tmpdir(), "leadline-documents-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const settings = { documents: undefined, documentsUrl: undefined }

describe.each(searchSetups(layerDocuments(settings, directory)))("%s", (_name, layer) => {
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  it.each(searchCases)("$name", async ({ run }) => {
    const result = await runtime.runPromise(Effect.result(run))
    if (result._tag === "Failure") assert.fail(result.failure.message)
  })
})

describe("a folder that is not there", () => {
  it("is told under the name of its setting", async () => {
    const layer = layerDocuments({ ...settings, documents: "/nowhere/at/all" }, directory)
    const runtime = ManagedRuntime.make(layer)
    const error: unknown = await runtime.runPromise(Effect.void).catch((failure: unknown) => failure)
    assert.match(String(error), /LEADLINE_DOCUMENTS: the folder \/nowhere\/at\/all cannot be read/i)
  })
})
