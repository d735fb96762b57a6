// Conformance of the embedded search over this project's documentation, called directly and over HTTP.
import { searchCases, setupsOf } from "@leadline/lab"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { layerDocuments } from "../../src/engines/documents.ts"

const directory = mkdtempSync(join(tmpdir(), "leadline-documents-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const settings = { documents: undefined, documentsUrl: undefined }

describe.each(setupsOf("search")(layerDocuments(settings, directory)))("%s", (_name, layer) => {
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  it.each(searchCases)("$name", async ({ run }) => {
    const result = await runtime.runPromise(Effect.result(run))
    if (result._tag === "Failure") assert.fail(result.failure.message)
  })
})

describe("a missing folder", () => {
  it("is an error that names its setting", async () => {
    const layer = layerDocuments({ ...settings, documents: "/nowhere/at/all" }, directory)
    const runtime = ManagedRuntime.make(layer)
    const error: unknown = await runtime.runPromise(Effect.void).catch((failure: unknown) => failure)
    assert.match(String(error), /LEADLINE_DOCUMENTS: the folder \/nowhere\/at\/all cannot be read/i)
  })
})
