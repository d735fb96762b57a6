// Exact versions, ages, and scripts at installation.
import { assert, describe, it } from "vitest"
import type { Manifest } from "../../../packages/lab/src/release/manifest.ts"
import { installScripts } from "../../policies/scripts.ts"
import { ages, allowedBuilds, loose } from "../../policies/versions.ts"

describe("versions in manifests", () => {
  it("a private package is exact, and follows the workspace", () => {
    const manifest: Manifest = {
      name: "a",
      private: true,
      dependencies: { one: "1.2.3", ours: "workspace:*", old: "npm:one@1.0.0-beta.1", wide: "^1.2.3" },
      devDependencies: { any: "*", named: "latest", from: "github:a/b" }
    }
    assert.deepEqual(loose({ dir: "apps/a", manifest }), [
      "apps/a/package.json: dependencies.wide is ^1.2.3, not exact",
      "apps/a/package.json: devDependencies.any is *, not exact",
      "apps/a/package.json: devDependencies.named is latest, not exact",
      "apps/a/package.json: devDependencies.from is github:a/b, not exact"
    ])
  })

  it("what users install with a public package is a range, its tools are exact", () => {
    const manifest: Manifest = {
      name: "a",
      dependencies: { one: "^1.2.3", two: "~1.2.3", pinned: "1.2.3", open: ">=1" },
      peerDependencies: { effect: "4.1.0", ours: "workspace:^" },
      devDependencies: { tool: "^1.0.0" }
    }
    assert.deepEqual(loose({ dir: "packages/a", manifest }), [
      "packages/a/package.json: dependencies.pinned is 1.2.3, not ^ or ~",
      "packages/a/package.json: dependencies.open is >=1, not ^ or ~",
      "packages/a/package.json: peerDependencies.effect is 4.1.0, not ^ or ~",
      "packages/a/package.json: devDependencies.tool is ^1.0.0, not exact"
    ])
  })
})

describe("the workspace's settings", () => {
  const good = "minimumReleaseAge: 2880\ntrustPolicy: no-downgrade\nblockExoticSubdeps: true\n"

  it("refuse what is too young, less well vouched for, or of no registry", () => {
    assert.deepEqual(ages(good), [])
    assert.deepEqual(ages("minimumReleaseAge: 60\ntrustPolicy: off\ndangerouslyAllowAllBuilds: true\n"), [
      "pnpm-workspace.yaml: minimumReleaseAge is not 2880 minutes or more",
      "pnpm-workspace.yaml: trustPolicy is not no-downgrade",
      "pnpm-workspace.yaml: blockExoticSubdeps is not true",
      "pnpm-workspace.yaml: every package may run scripts"
    ])
  })

  it("let through one version, with the reason on its line", () => {
    const excluded = `${good}minimumReleaseAgeExclude:\n  - a@1.0.0 # repairs a hole\n  - "@b/c"\n  - d@1.0.0\n`
    assert.deepEqual(ages(excluded), [
      "pnpm-workspace.yaml: minimumReleaseAgeExclude: @b/c names no version",
      "pnpm-workspace.yaml: minimumReleaseAgeExclude: @b/c has no reason behind it on its line",
      "pnpm-workspace.yaml: minimumReleaseAgeExclude: d@1.0.0 has no reason behind it on its line"
    ])
  })
})

describe("install scripts", () => {
  const installed = new Map<string, Manifest>([
    ["quiet@1.0.0", { name: "quiet", scripts: { test: "x" } }],
    ["known@1.0.0", { name: "known", scripts: { postinstall: "x" } }],
    ["new@1.0.0", { name: "new", scripts: { preinstall: "x" } }],
    ["native@1.0.0", { name: "native", gypfile: true }]
  ])
  const allowed = allowedBuilds("allowBuilds:\n  known: true\n  gone: false\n")

  it("without a decision, and decisions that nothing needs, are complaints", () => {
    assert.deepEqual(installScripts(installed, allowed, new Set()), [
      "new@1.0.0 has an install script: allowBuilds does not name it",
      "native@1.0.0 has an install script: allowBuilds does not name it",
      "allowBuilds names gone, which has no install script"
    ])
  })

  it("may be decided for packages of other platforms", () => {
    const decided = { "@a/windows-x64": false }
    assert.lengthOf(installScripts(new Map(), decided, new Set()), 1)
    assert.deepEqual(installScripts(new Map(), decided, new Set(), new Set(["@a/windows-x64"])), [])
  })

  it("never come with a published package, decided on or not", () => {
    const found = installScripts(
      installed,
      { known: false, native: true, new: true },
      new Set(["known@1.0.0"])
    )
    assert.deepEqual(found, [
      "known@1.0.0 has an install script and comes with a published package or the server"
    ])
  })
})
