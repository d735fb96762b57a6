// What the tests know of commands.mjs.
// Source: none; Assumed: ours.

/** A command for each runtime: a program and its words. */
export const commandsAt: (address: { readonly hostname: string; readonly port: number }) => {
  readonly [Runtime in "bun" | "deno" | "node" | "workerd"]: ReadonlyArray<string>
}
