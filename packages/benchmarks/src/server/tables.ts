// The tables of subjects by name: what a child process is asked for.
import type { Serve, Subjects } from "./Subject.ts"

const ours =
  (name: "serve" | "proxy"): Serve =>
  async (place) =>
    (await import("./ours.ts"))[name](place)

const rival =
  (name: "raw" | "fastify" | "hono" | "bareProxy"): Serve =>
  async (place) =>
    (await import("./rivals.ts"))[name](place)

/** Names of the tables. */
export type TableName = "decisions" | "proxy"

/** Every table. */
export const tables: { readonly [name in TableName]: Subjects } = {
  decisions: {
    "node:http": rival("raw"),
    fastify: rival("fastify"),
    hono: rival("hono"),
    leadline: ours("serve")
  },
  proxy: {
    "node:http and undici": rival("bareProxy"),
    leadline: ours("proxy")
  }
}
