// Types of runtimes.mjs, for the tests.

/** PATH that {@link commandsAt}'s programs are looked for in. */
export const searchPath: string

/** A command for each runtime: a program and its arguments. */
export const commandsAt: (address: { readonly hostname: string; readonly port: number }) => {
  readonly [Runtime in "bun" | "deno" | "node" | "workerd"]: ReadonlyArray<string>
}
