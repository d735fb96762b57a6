// Images and skills from paths.
import { InvalidRequestError } from "@leadline/core/errors"
import { readBundle } from "@leadline/core/skills"
import { FileReadError, imageFromPath, skillFromFolder } from "@leadline/transport-node/files"
import * as Effect from "effect/Effect"
import * as Zip from "effect/encoding/Zip"
import * as Stream from "effect/Stream"
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"

const root = mkdtempSync(join(tmpdir(), "leadline-files-"))
afterAll(() => rmSync(root, { recursive: true }))

const write = (path: string, content: string | Uint8Array) => {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  return file
}

const pathsIn = (zip: Uint8Array) =>
  Stream.make(zip).pipe(
    Stream.pipeThroughChannel(Zip.decode()),
    Stream.map(({ header }) => header.path),
    Stream.runCollect,
    Effect.runPromise
  )

/** The message of the InvalidRequestError that refuses a folder. */
const refusal = async (folder: string) => {
  const error = await skillFromFolder(join(root, folder)).catch((cause: unknown) => cause)
  return error instanceof InvalidRequestError ? error.message : assert.fail(String(error))
}

const isMissing = async (promise: Promise<unknown>) => {
  const error = await promise.catch((cause: unknown) => cause)
  assert.isTrue(error instanceof FileReadError && error.code === "ENOENT")
}

const front = "---\nname: tides\ndescription: Reads tide tables.\n---\nRead.\n"

describe("a skill from a folder", () => {
  it("holds its files without hidden ones and node_modules", async () => {
    for (const path of ["SKILL.md", "data/tides.csv", "data/.cache/x", ".git/HEAD", "node_modules/a/b.js"])
      write(`skill/${path}`, path === "SKILL.md" ? front : "x")
    const zip = await skillFromFolder(join(root, "skill"))
    assert.deepStrictEqual(await pathsIn(zip), ["SKILL.md", "data/tides.csv"])
    assert.strictEqual((await Effect.runPromise(readBundle(zip))).name, "tides")
    assert.deepStrictEqual(await skillFromFolder(join(root, "skill")), zip)
  })

  it("is refused with a link, with more or larger files than a skill may have, or without SKILL.md", async () => {
    write("linked/SKILL.md", front)
    symlinkSync("/etc/hostname", join(root, "linked/host"))
    assert.match(await refusal("linked"), /^host is a link/)
    write("large/SKILL.md", front)
    // A sparse file: no one could read it into memory.
    truncateSync(write("large/data.bin", "x"), 2 ** 40)
    assert.include(await refusal("large"), "bytes")
    for (let index = 0; index <= 1_000; index++) write(`many/${index % 10}/${index}`, "")
    assert.include(await refusal("many"), "1000 files")
    write("empty/x.txt", "x")
    assert.include(await refusal("empty"), `${join(root, "empty")}: The archive has no SKILL.md`)
    await isMissing(skillFromFolder(join(root, "missing")))
  })
})

it("an image from a path has the media type of its bytes, one of those that are accepted", async () => {
  const path = write("tide.txt", Uint8Array.of(0xff, 0xd8, 0xff))
  assert.deepStrictEqual(await imageFromPath("responses", path), {
    type: "input_image",
    image_url: "data:image/jpeg;base64,/9j/"
  })
  await isMissing(imageFromPath("chat", join(root, "missing")))
  const svg = await imageFromPath("chat", write("x.svg", "<svg/>")).catch((error: unknown) => error)
  assert.instanceOf(svg, InvalidRequestError)
})
