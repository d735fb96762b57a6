// The tables of subjects by name: what a child process is asked for.
import { chats, decisions } from "./calls.ts"
import { sockets } from "./eventStreams.ts"
import type { Subjects } from "./clients.ts"

/** Names of the tables. */
export type TableName = "decisions" | "chat" | "sockets"

/** Every table. */
export const tables: { readonly [name in TableName]: Subjects } = {
  decisions,
  chat: chats,
  sockets
}
