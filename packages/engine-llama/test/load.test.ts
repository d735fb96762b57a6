// Files that are no model, or that cannot be used: each is refused in one line, and nothing reads on without end.
import { gguf } from "@leadline/lab"
import { readFileSync, writeFileSync } from "node:fs"
import { GgufInsights, type GgufTensorInfo, getLlama, readGgufFileInfo } from "node-llama-cpp"
import { assert, it } from "vitest"
import { blocks, checkGguf } from "../src/checkGguf.ts"
import { LlamaError, loadModel } from "../src/index.ts"
import { fileAt, options, writeModel } from "./support.ts"

const write = (bytes: string | Uint8Array): string => {
  const path = fileAt("written.gguf")
  writeFileSync(path, bytes)
  return path
}

const refusalOf = async (path: string): Promise<string> => {
  const error = await loadModel(options(path)).then(
    () => assert.fail("It was loaded"),
    (reason: unknown) => reason
  )
  assert.instanceOf(error, LlamaError)
  assert.notInclude(error.message, "\n")
  return error.message.replaceAll(path, "FILE")
}

const whole = readFileSync(writeModel("none"))

it("a file that is missing, or no GGUF file, is refused by its name", async () => {
  assert.strictEqual(await refusalOf(fileAt("no.gguf")), "The model cannot be read: FILE (ENOENT).")
  for (const text of ["A text, and no model.", ""])
    assert.include(await refusalOf(write(text)), "cannot be loaded: FILE: it is not a GGUF file.")
})

it("a file that ends too early, or whose numbers are wrong, is refused with its bytes, wherever it ends", async () => {
  assert.isUndefined(await checkGguf(write(whole)))
  const reasonOf = async (bytes: Uint8Array) =>
    (await checkGguf(write(bytes)))?.replace(` ${bytes.length} bytes`, "")
  for (const length of [4, 8, 23, 100, 9_000])
    assert.strictEqual(await reasonOf(whole.subarray(0, length)), "it ends within its header, after")
  // The number of tensors, that of values, the length of the first key.
  for (const at of [8, 16, 24]) {
    const bytes = Buffer.from(whole)
    bytes.writeBigUInt64LE(0xffff_ffff_ffffn, at)
    assert.strictEqual(await reasonOf(bytes), "it ends within its header, after")
  }
  for (const length of [20_000, whole.length - 1_000])
    assert.match(
      await refusalOf(write(whole.subarray(0, length))),
      new RegExp(`^The model .*: FILE: it has ${length} bytes, and its tensors need at least \\d+\\.$`)
    )
})

it("the bytes of each type of tensor are those that llama.cpp says", async () => {
  const info = await readGgufFileInfo(writeModel("none"), { sourceType: "filesystem" })
  const llama = await getLlama({ build: "never", skipDownload: true, gpu: false })
  for (const [type, [values, bytes]] of blocks) {
    const tensor: GgufTensorInfo = {
      name: "a",
      dimensions: [values * 8, 3],
      // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the number in a file
      ggmlType: type,
      offset: 0,
      filePart: 1,
      fileOffset: 0
    }
    const insights = await GgufInsights.from({ ...info, fullTensorInfo: [tensor] }, llama)
    assert.strictEqual(insights.modelSize, bytes * 24, `type ${type}`)
  }
  await llama.dispose()
})

it.each([
  ["recurrent", "mamba"],
  ["hybrid", "jamba"]
])("a %s architecture is refused by its name", async (kind, architecture) => {
  const sizes = Object.entries({ block_count: 1, context_length: 64, embedding_length: 8 })
  const numbers = sizes.map(([name, size]) => [`${architecture}.${name}`, "uint32", size] as const)
  const tensor = { name: "token_embd.weight", shape: [8, 4], data: new Float32Array(32) }
  const bytes = gguf([["general.architecture", "string", architecture], ...numbers], [tensor])
  const reason = `of the ${kind} architecture ${architecture}, which cannot share a prompt.`
  assert.strictEqual(await refusalOf(write(bytes)), `The model cannot be used: FILE is ${reason}`)
})
