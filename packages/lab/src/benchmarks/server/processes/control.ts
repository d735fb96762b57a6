// Preloaded into the process of every subject: says its processor time and takes CPU profiles, on the IPC channel.
import { writeFileSync } from "node:fs"
import { Session } from "node:inspector/promises"

/** Messages to the process of any subject. */
export type ControlOrder =
  | { readonly order: "cpu" }
  | { readonly order: "startProfile" }
  | { readonly order: "stopProfile"; readonly file: string }

const session = new Session()

const startProfile = async (): Promise<void> => {
  session.connect()
  await session.post("Profiler.enable")
  await session.post("Profiler.setSamplingInterval", { interval: 200 })
  await session.post("Profiler.start")
}

const stopProfile = async (file: string): Promise<void> => {
  const { profile } = await session.post("Profiler.stop")
  writeFileSync(file, JSON.stringify(profile))
  session.disconnect()
}

const fail = (error: unknown): void => {
  console.error(error)
  process.exit(1)
}

process.on("message", (message: ControlOrder) => {
  if (message.order === "cpu") {
    const { system, user } = process.cpuUsage()
    process.send?.({ cpu: user + system })
  }
  if (message.order === "startProfile") startProfile().then(() => process.send?.({}), fail)
  if (message.order === "stopProfile") stopProfile(message.file).then(() => process.send?.({}), fail)
})
// The program drains and ends at this signal; subjects of the benchmark just end.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"))
