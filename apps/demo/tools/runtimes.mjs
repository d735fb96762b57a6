// How each runtime serves the demo, in the folder of the demo, and where its program is looked for.
import { delimiter, join } from "node:path"
import { root } from "../../../tools/run.mjs"

const source = "--conditions=@leadline/source"
// Without the last flag, Deno aborts a request's signal after every response, and warns about it.
const deno = [
  "--quiet",
  "--no-lock",
  "--node-modules-dir=manual",
  "--allow-all",
  "--unstable-no-legacy-abort"
]

/**
 * PATH for these commands: the Node that the workspace pins, then the runtimes that come with its tests, whose folder has
 * an older Node too, then what the machine has.
 */
export const searchPath = ["node_modules/.bin", "packages/lab/node_modules/.bin"]
  .map((folder) => join(root, folder) + delimiter)
  .join("")
  .concat(process.env.PATH)

/** Commands by the name of their runtime. All but workerd's take the address from HOST and PORT. */
export const commandsAt = ({ hostname, port }) => ({
  node: ["node", source, "src/node.ts"],
  deno: ["deno", "run", ...deno, source, "src/main.ts"],
  bun: ["bun", source, "src/main.ts"],
  workerd: ["workerd", "serve", "workerd.capnp", `--socket-addr=http=${hostname}:${port}`]
})
