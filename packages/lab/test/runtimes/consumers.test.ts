// What a consumer says of a release that is right, and of releases that are wrong in one way each.
import { assert, it } from "@effect/vitest"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { checkOutcomes } from "../../src/runtimes/projects/outcomes.ts"
import * as programs from "../../src/runtimes/projects/programs.ts"
import { consumer } from "../../src/runtimes/consumers/consumer.ts"
import type { Look } from "../../src/runtimes/projects/release.ts"
import { checkTree } from "../../src/runtimes/projects/tree.ts"

const release = {
  registry: "http://127.0.0.1:4873/",
  version: "1.2.3",
  packages: ["@leadline/core", "@leadline/transport-fetch"]
}

const manifest = (name: string, more: object = {}) => JSON.stringify({ name, version: "1.2.3", ...more })

/** What a package manager installs of a release that is right. */
const right: { readonly [path: string]: string } = {
  "effect/package.json": JSON.stringify({ name: "effect", version: "4.1.0" }),
  "@leadline/core/package.json": manifest("@leadline/core", { peerDependencies: { effect: "^4.1.0" } }),
  "@leadline/transport-fetch/package.json": manifest("@leadline/transport-fetch", {
    peerDependencies: { "@leadline/core": "^1.2.3", effect: "^4.1.0" }
  })
}

const looked = async (steps: (look: Look, directory: string) => Promise<unknown>) => {
  const directory = mkdtempSync(join(tmpdir(), "leadline-consumer-"))
  try {
    const { checks } = await consumer("a consumer", async (look) => {
      await steps(look, directory)
      return { cwd: directory, env: {}, write: () => undefined }
    }).run(release, directory)
    return checks.filter(({ ok }) => !ok)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** Which facts do not hold of the right tree with other files in it. */
const failedOf = (others: { readonly [path: string]: string }) =>
  looked(async (look, directory) => {
    for (const [path, text] of Object.entries({ ...right, ...others })) {
      const file = join(directory, "node_modules", path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
    await checkTree(look, release, { cwd: directory, env: {} })
  })

const wrongTrees: ReadonlyArray<readonly [string, { readonly [path: string]: string }, RegExp]> = [
  [
    "a second copy of effect",
    { "@leadline/transport-fetch/node_modules/effect/package.json": manifest("effect") },
    /^effect: 2 copies/
  ],
  [
    "a second copy of core, deep down",
    { "a/node_modules/@b/c/node_modules/@leadline/core/package.json": manifest("@leadline/core") },
    /^@leadline\/core: 2 copies/
  ],
  [
    "an install script",
    { "@leadline/core/package.json": manifest("@leadline/core", { scripts: { postinstall: "true" } }) },
    /has a script postinstall/
  ],
  ...(["dependencies", "peerDependencies"] as const).map(
    (field) =>
      [
        `a range of ${field} that lags behind`,
        {
          "@leadline/transport-fetch/package.json": manifest("@leadline/transport-fetch", {
            [field]: { "@leadline/core": "^1.2.2" }
          })
        },
        /asked for by @leadline\/transport-fetch/
      ] as const
  ),
  [
    "a package of another version",
    { "@leadline/core/package.json": JSON.stringify({ name: "@leadline/core", version: "1.2.2" }) },
    /@leadline\/core/
  ],
  [
    "a package that is not of the release",
    { "@leadline/lab/package.json": manifest("@leadline/lab") },
    /not of this release/
  ]
]

for (const [name, others, detail] of wrongTrees) {
  it(`${name} fails one fact`, async () => {
    const failed = await failedOf(others)
    assert.strictEqual(failed.length, 1)
    assert.match(failed[0]?.detail ?? "", detail)
  })
}

const outcome: programs.Outcome = {
  team: "billing",
  refund: 0.6,
  chunks: 19,
  text: "Noul is a probability of yes.",
  wrongKey: "AuthenticationError 401",
  refused: "InvalidRequestError questions"
}

const failedOutcomes = async (reported: () => Promise<programs.Outcomes>) =>
  (await looked((look) => checkOutcomes(look, "a program", reported))).map(({ name }) => name)

it("each API is looked at by itself", async () => {
  const other = { ...outcome, team: "technical", chunks: 1, refused: "no error" }
  assert.deepEqual(await failedOutcomes(async () => ({ promises: outcome, effects: other })), [
    "a program, Effect API: a decision",
    "a program, Effect API: a stream",
    "a program, Effect API: errors"
  ])
})

it("a program that does not run is reported once", async () => {
  assert.deepEqual(await failedOutcomes(() => Promise.reject(new Error("it ended with 1"))), [
    "a program runs"
  ])
})

it("steps that cannot go on are reported, never thrown", async () => {
  const failed = await looked(() => Promise.reject(new Error("npm install ended with 1")))
  assert.deepEqual(failed, [{ name: "all steps are taken", ok: false, detail: "npm install ended with 1" }])
})
