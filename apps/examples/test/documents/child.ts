// A process that runs modules, one after the other, in the directory of their document, with what is given.
import dns from "node:dns"
import { inspect } from "node:util"
import { given } from "./given.ts"
import { watchPrinting } from "./printed.ts"

interface Order {
  readonly file: string
  readonly directory: string
}

const lookup = dns.lookup
// A block that asks another host fails at once, whether there is a network or not.
Object.assign(dns, {
  lookup: (name: string, ...rest: ReadonlyArray<unknown>) => {
    const done = rest.at(-1)
    if (/^(localhost|127\.|\[?::1)/.test(name)) return Reflect.apply(lookup, dns, [name, ...rest])
    if (typeof done === "function")
      done(new Error(`a block asks ${name}, and there is no network for blocks`))
  }
})

const environment = { ...process.env }
const service = {
  apiKey: environment["LEADLINE_API_KEY"] ?? "",
  baseUrl: environment["LEADLINE_BASE_URL"] ?? ""
}

/** What it says, and where in the block. */
const describeError = (wrong: unknown): string => {
  const lines = inspect(wrong, { depth: 2, breakLength: 120 }).split("\n")
  return lines
    .filter((line, at) => at < 3 || line.includes("/.results/"))
    .slice(0, 5)
    .map((line) => line.trim())
    .join(" | ")
}

const misprint = watchPrinting()
const answer = (wrong?: string) => process.send?.(wrong === undefined ? {} : { wrong })

process.on("uncaughtException", (error) => answer(describeError(error)))
process.on("unhandledRejection", (error) => answer(describeError(error)))
// Who gave the orders is gone.
process.on("disconnect", () => process.exit())

process.on("message", ({ directory, file }: Order) => {
  process.chdir(directory)
  process.exitCode = 0
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
  const all = given(service)
  Object.assign(globalThis, all)
  void import(file)
    // What a block began and did not wait for gets a turn to fail.
    .then(() => new Promise((resolve) => setTimeout(resolve, 10)))
    .then(
      () => answer(misprint(file)),
      (error: unknown) => answer(describeError(error))
    )
    .finally(() => all.client.close())
})
