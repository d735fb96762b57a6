// Preloaded into the process of every subject: says its processor time on the IPC channel.

/** The message that asks for it. */
export interface ControlOrder {
  readonly order: "cpu"
}

process.on("message", (message: ControlOrder) => {
  if (message.order !== "cpu") return
  const { system, user } = process.cpuUsage()
  process.send?.({ cpu: user + system })
})
// The program drains and ends at this signal; subjects of the benchmark just end.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"))
