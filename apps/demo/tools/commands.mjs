// How each runtime serves the demo, in the folder of the demo.
const source = "--conditions=@leadline/source"
// Without the last, every answer would end its request's signal, and Deno says so.
const deno = [
  "--quiet",
  "--no-lock",
  "--node-modules-dir=manual",
  "--allow-all",
  "--unstable-no-legacy-abort"
]

/** Commands by the name of their runtime. All but workerd's take the address from HOST and PORT. */
export const commandsAt = ({ hostname, port }) => ({
  node: ["node", source, "src/node.ts"],
  deno: ["deno", "run", ...deno, source, "src/main.ts"],
  bun: ["bun", source, "src/main.ts"],
  workerd: ["workerd", "serve", "workerd.capnp", `--socket-addr=http=${hostname}:${port}`]
})
