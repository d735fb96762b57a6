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

const failed = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => assert.fail("it succeeds"),
    (error: unknown) => error
  )

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

  it("with a link is an InvalidRequestError that names it", async () => {
    write("linked/SKILL.md", front)
    symlinkSync("/etc/hostname", join(root, "linked/host"))
    const error = await failed(skillFromFolder(join(root, "linked")))
    assert.isTrue(error instanceof InvalidRequestError && error.message.startsWith("host is a link"))
  })

  it("with more or larger files than a skill may have is refused unread", async () => {
    write("large/SKILL.md", front)
    // A sparse file: no one could read it into memory.
    truncateSync(write("large/data.bin", "x"), 2 ** 40)
    const large = await failed(skillFromFolder(join(root, "large")))
    assert.isTrue(large instanceof InvalidRequestError && large.message.includes("bytes"))
    for (let index = 0; index <= 1_000; index++) write(`many/${index % 10}/${index}`, "")
    const many = await failed(skillFromFolder(join(root, "many")))
    assert.isTrue(many instanceof InvalidRequestError && many.message.includes("1000 files"))
  })

  it("without SKILL.md is an InvalidRequestError that names the folder", async () => {
    write("empty/x.txt", "x")
    const error = await failed(skillFromFolder(join(root, "empty")))
    assert.isTrue(error instanceof InvalidRequestError && error.phase === "request")
    assert.include(String(error), `${join(root, "empty")}: The archive has no SKILL.md`)
  })

  it("that is not there is a FileReadError", async () => {
    const error = await failed(skillFromFolder(join(root, "missing")))
    assert.isTrue(error instanceof FileReadError && error.code === "ENOENT")
  })
})

describe("an image from a path", () => {
  it("is a part with the media type of its bytes", async () => {
    const path = write("tide.txt", Uint8Array.of(0xff, 0xd8, 0xff))
    assert.deepStrictEqual(await imageFromPath("responses", path), {
      type: "input_image",
      image_url: "data:image/jpeg;base64,/9j/"
    })
  })

  it("that is not there is a FileReadError; of another type an InvalidRequestError", async () => {
    assert.isTrue((await failed(imageFromPath("chat", join(root, "missing")))) instanceof FileReadError)
    assert.isTrue(
      (await failed(imageFromPath("chat", write("x.svg", "<svg/>")))) instanceof InvalidRequestError
    )
  })
})
