// Finds the owner of a TCP port of this machine. Linux tells; elsewhere any owner is taken for ours.
import { readFile } from "node:fs/promises"

const tables = ["/proc/net/tcp", "/proc/net/tcp6"]

/** The user ids of all sockets that listen on a port. */
const ownersOf = async (port: number): Promise<ReadonlyArray<number>> => {
  const hex = port.toString(16).toUpperCase().padStart(4, "0")
  // Number, local and remote address, state (0A: listening), queues, timer, retransmissions, user id.
  const entry = new RegExp(String.raw`^ *\d+: [\dA-F]+:${hex} [\dA-F]+:0000 0A \S+ \S+ \S+ +(\d+) `, "gm")
  const texts = await Promise.all(tables.map((table) => readFile(table, "latin1").catch(() => "")))
  return texts.flatMap((text) => Array.from(text.matchAll(entry), ([, uid]) => Number(uid)))
}

/** Whether another user than this one and root listens on a port, who would get requests and keys. */
export const isForeignPort = async (port: number, uid = process.getuid?.()): Promise<boolean> =>
  uid !== undefined && (await ownersOf(port)).some((owner) => owner !== uid && owner !== 0)
