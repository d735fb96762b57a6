// How each runtime serves the demo, in the folder of the demo.
const source = "--conditions=@leadline/source"

/** Commands by the name of their runtime. All but workerd's take the address from HOST and PORT. */
export const commandsAt = ({ hostname, port }) => ({
  node: ["node", source, "src/node.ts"],
  deno: ["deno", "task", "--quiet", "serve"],
  bun: ["bun", source, "src/main.ts"],
  workerd: ["workerd", "serve", "workerd.capnp", `--socket-addr=http=${hostname}:${port}`]
})
