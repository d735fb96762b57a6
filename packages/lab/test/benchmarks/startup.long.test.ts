// What importing a built client loads: a barrel of effect would bring all of it into every client.
// The time of an import is measured by `npm run lab -- bench import`.
import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { assert, beforeAll, it } from "vitest"
import { clients, printedBy } from "../../src/benchmarks/startup/command.ts"
import { root } from "../../src/program.ts"

const built = ["core", "transport-fetch", "transport-node"]

beforeAll(() => {
  for (const name of built) {
    const cwd = join(root, "packages", name)
    execFileSync(join(root, "node_modules/.bin/tsc"), ["-b"], { cwd, stdio: "inherit" })
    execFileSync(process.execPath, [join(root, "tools/join.mjs")], { cwd, stdio: "inherit" })
  }
}, 120_000)

/** What only servers need, what only streams need, undici, and parts of Node. */
const unwanted =
  /core\/dist\/(Server|Api|OpenApi)|effect\/dist\/(Stream|Channel|http-api\/|http\/Http)|\/handlers\.|platform-node\/dist\/Node|^node:|\/undici\//

it.each(clients)(
  "%s loads few modules, and neither server code nor streams nor undici nor parts of Node",
  async (client) => {
    const loaded: ReadonlyArray<string> = JSON.parse(
      await printedBy(`import { registerHooks } from "node:module"
      const seen = []
      registerHooks({ load: (url, context, next) => { seen.push(url); return next(url, context) } })
      await import("${client}")
      console.log(JSON.stringify(seen))`)
    )
    assert.isAtMost(loaded.length, 153)
    assert.deepStrictEqual(
      loaded.filter((url) => unwanted.test(url)),
      []
    )
  }
)
