// What the workflow files of the forge may hold: the real ones pass, each right too many is named.
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { parse } from "yaml"
import { workflow } from "../../policies/workflows.ts"
import { root } from "../../generated.ts"

const hash = "3d3c42e5aac5ba805825da76410c181273ba90b1"
const good = `
on: { pull_request: {} }
permissions: {}
concurrency: one
jobs:
  test:
    runs-on: ubuntu-24.04
    timeout-minutes: 5
    permissions: { contents: read }
    steps:
      - uses: actions/checkout@${hash} # v7.0.1
        with: { persist-credentials: false }
      - run: .ci/run
  publish:
    needs: test
    if: vars.PUBLISH == 'true'
    environment: npm
    runs-on: ubuntu-24.04
    timeout-minutes: 5
    permissions: { id-token: write }
    steps:
      - run: npm publish a.tgz
`

const read = (path: string) => readFileSync(join(root, path), "utf8")

describe("the workflows of the repository", () => {
  const paths = globSync(".github/workflows/*", { cwd: root })

  it("are two, and pass", () => {
    assert.deepEqual(paths.toSorted(), [".github/workflows/ci.yml", ".github/workflows/release.yml"])
    for (const path of paths) assert.deepEqual(workflow(path, read(path)), [])
  })

  it("run scripts that there are", () => {
    const { scripts } = JSON.parse(read("package.json"))
    const asked = paths.flatMap((path) => Array.from(read(path).matchAll(/npm run (?:--silent )?(\S+)/g)))
    assert.isAbove(asked.length, 0)
    for (const [, name = ""] of asked) assert.property(scripts, name)
  })

  it("publish in one job, which may do that alone", () => {
    const { jobs } = parse(read(".github/workflows/release.yml"))
    assert.deepEqual(jobs.publish.permissions, { "id-token": "write" })
    assert.deepEqual(jobs.pack.permissions, { contents: "read" })
    assert.strictEqual(jobs.publish.environment, "npm")
  })

  it("run only where a variable of the repository says so", () => {
    const { jobs } = parse(read(".github/workflows/release.yml"))
    for (const name of Object.keys(jobs))
      assert.strictEqual(jobs[name].if, "vars.LEADLINE_PUBLISH == 'true'", name)
  })
})

it("a workflow with the least rights has no complaints", () => {
  assert.deepEqual(workflow("a.yml", good), [])
})

const faults: ReadonlyArray<readonly [string, string, string]> = [
  [
    `checkout@${hash}`,
    "checkout@v7",
    "test: actions/checkout@v7 is not of the forge itself, or not pinned by its full hash"
  ],
  [
    `actions/checkout@${hash}`,
    `someone/checkout@${hash}`,
    `test: someone/checkout@${hash} is not of the forge itself, or not pinned by its full hash`
  ],
  [" # v7.0.1", "", `uses: actions/checkout@${hash} does not name its version behind the hash`],
  ["persist-credentials: false", "persist-credentials: true", "test: checkout leaves its credentials behind"],
  ["permissions: {}", "", "does not begin with permissions: {}"],
  ["permissions: { contents: read }", "", "test: has the rights of the repository's default"],
  ["contents: read", "contents: write", 'test: has the rights {"contents":"write"}'],
  [
    "id-token: write",
    "id-token: write, contents: read",
    'publish: has the rights {"id-token":"write","contents":"read"}'
  ],
  ["concurrency: one", "", "has no concurrency"],
  ["timeout-minutes: 5", "", "test: has no timeout-minutes"],
  ["runs-on: ubuntu-24.04", "runs-on: self-hosted", "test: runs on self-hosted"],
  ["pull_request:", "pull_request_target:", "runs on pull_request_target"],
  [
    "run: .ci/run",
    "run: echo ${{ github.event.pull_request.title }}",
    "test: a script holds an expression: pass it in env"
  ],
  [
    "run: .ci/run",
    "run: echo $T\n        env: { T: '${{ github.event.issue.title }}' }",
    "reads what strangers write"
  ],
  ["run: .ci/run", "run: x\n        env: { T: '${{ secrets.T }}' }", "uses secrets"],
  ["    environment: npm\n", "", "publish: may prove who it is outside any environment"],
  ["    needs: test\n", "", "publish: publishes what no other job packed"],
  ["if: vars.PUBLISH == 'true'", "if: always()", "publish: publishes in forks too"],
  ["run: npm publish a.tgz", "run: npx changeset publish", "publish: runs code of packages"]
]

it.each(faults)("%s -> %s", (from, to, complaint) => {
  assert.include(workflow("a.yml", good.replace(from, to)), `a.yml: ${complaint}`)
})
