// What was measured on.
import { cpus } from "node:os"

/** The machine and the time. */
export const machine = () => ({
  date: new Date().toISOString(),
  node: process.version,
  cpu: cpus()[0]?.model ?? "",
  cores: cpus().length
})

/** The machine in a line. */
export const machineText = ({ cores, cpu, date, node }: ReturnType<typeof machine>): string =>
  `Node ${node}, ${cores} x ${cpu}, ${date}`
