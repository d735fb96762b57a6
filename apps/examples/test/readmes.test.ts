// The TypeScript in every README compiles, with what it leaves to the reader declared beside it.
import { execFile } from "node:child_process"
import { globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { promisify } from "node:util"
import { assert, it } from "vitest"

const root = join(import.meta.dirname, "../../..")
const place = join(import.meta.dirname, "../.results/readmes")

const blocksOf = (readme: string) => {
  const text = readFileSync(join(root, readme), "utf8")
  return [...text.matchAll(/^```ts\n([^]*?)^```$/gm)].map(({ 1: code = "", index }) => ({
    name: `${readme.replaceAll("/", "-").replace(".md", "")}-line-${text.slice(0, index).split("\n").length + 1}.ts`,
    code
  }))
}

const config = {
  extends: join(root, "tsconfig.base.json"),
  compilerOptions: {
    composite: false,
    declarationMap: false,
    noEmit: true,
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: false,
    noPropertyAccessFromIndexSignature: false,
    plugins: [],
    types: ["node"]
  },
  include: ["*.ts", "../../test/fixtures/given.d.ts"]
}

it("every example of a README compiles", async () => {
  const readmes = globSync(["README.md", "packages/*/README.md", "apps/*/README.md"], { cwd: root })
  const blocks = readmes.flatMap(blocksOf)
  assert.isAbove(blocks.length, 20)
  rmSync(place, { recursive: true, force: true })
  mkdirSync(join(place, "node_modules/@leadline"), { recursive: true })
  for (const folder of globSync("packages/*/", { cwd: root })) {
    symlinkSync(join(root, folder), join(place, "node_modules/@leadline", basename(folder)))
  }
  writeFileSync(join(place, "tsconfig.json"), JSON.stringify(config))
  for (const { code, name } of blocks) writeFileSync(join(place, name), `${code}\nexport {}\n`)
  const compiler = join(root, "node_modules/.bin/tsc")
  const said = await promisify(execFile)(compiler, ["--pretty", "false", "-p", place], { cwd: place }).then(
    () => "",
    (error: { readonly stdout: string }) => error.stdout
  )
  // What the packages themselves say is for their own check.
  assert.deepEqual(
    said.split("\n").filter((line) => /^[\w-]+\.ts\(.*error TS/.test(line)),
    []
  )
}, 120_000)
