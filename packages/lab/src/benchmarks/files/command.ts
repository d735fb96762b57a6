// The command `files`: the source files of this project that run for one warm call and for one warm request.
import { fileURLToPath } from "node:url"
import { relative, sep } from "node:path"
import { command as define, flag } from "../../command.ts"
import { forkChild, order, received } from "../../processes.ts"

/** Published source files, from the root of the project. */
const ownOf = (urls: ReadonlyArray<string>): ReadonlyArray<string> =>
  urls
    .filter((url) => url.startsWith("file:"))
    .map((url) => relative(process.cwd(), fileURLToPath(url)).replaceAll(sep, "/"))
    .filter((path) => path.startsWith("packages/") && !path.startsWith("packages/lab/"))
    .toSorted()

const count = async (name: string, upstream: string, isListed: boolean): Promise<void> => {
  const child = forkChild("benchmarks/files/subjectProcess.ts", [name, upstream])
  try {
    await received(child)
    const { files } = await order<{ readonly files: ReadonlyArray<string> }>(child, {})
    const own = ownOf(files)
    console.log(`${own.length} files run for a warm ${name}`)
    if (isListed) console.log(own.map((path) => `  ${path}`).join("\n"))
  } finally {
    child.end()
  }
}

/** Which files run. */
export const command = define({
  about:
    "The source files of this project that run for one warm decision: a call of the client over Node, and a request to a\nserver with canned answers. V8's coverage counts them, without the files whose functions all rest.",
  options: { list: flag("also the path of each file") },
  run: async ({ list }) => {
    const behind = forkChild("benchmarks/client/server.ts")
    try {
      const upstream = `http://127.0.0.1:${String(await behind.next())}`
      await count("call", upstream, list)
      await count("request", upstream, list)
    } finally {
      behind.end()
    }
  }
})
