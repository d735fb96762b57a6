// One server of the benchmark in a process of its own.
import { servers } from "./subjects.ts"

const [name = "", upstream = ""] = process.argv.slice(2)
const port = await servers[name as keyof typeof servers](upstream)
console.log(`Answers on http://127.0.0.1:${port}`)
process.stdin.resume().once("close", () => process.exit())
