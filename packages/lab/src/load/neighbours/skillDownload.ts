// Uploads a large skill for each key, and gives the path of its download.
import * as Effect from "effect/Effect"
import * as Zip from "effect/encoding/Zip"
import * as Stream from "effect/Stream"

const ballast = 30 * 1_048_576
/** Milliseconds after which another download URL is asked for: it is valid for five minutes. */
const urlAge = 240_000

const bundle = Stream.make(
  Zip.file("SKILL.md", "---\nname: large\ndescription: A large one.\n---\n", { method: "Store" }),
  Zip.file("ballast", new Uint8Array(ballast), { method: "Store" })
).pipe(
  Stream.pipeThroughChannel(Zip.encode()),
  Stream.runCollect,
  Effect.map((chunks) => new Blob(chunks.map((chunk) => new Uint8Array(chunk))))
)

const ask = async (url: string, key: string, init: RequestInit = {}): Promise<unknown> => {
  const response = await fetch(url, { ...init, headers: { authorization: `Bearer ${key}` } })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return response.json()
}

const upload = async (port: number, key: string): Promise<string> => {
  const form = new FormData()
  form.set("file", await Effect.runPromise(bundle), "large.zip")
  const skill = await ask(`http://127.0.0.1:${port}/v1/skills`, key, { method: "POST", body: form })
  return (skill as { readonly skill_id: string }).skill_id
}

interface Download {
  readonly path: Promise<string | undefined>
  readonly at: number
}

const downloads = new Map<string, Download>()

const askPath = async (port: number, key: string): Promise<string> => {
  const skill = await upload(port, key)
  const answer = await ask(`http://127.0.0.1:${port}/v1/skills/${skill}/download`, key)
  return new URL((answer as { readonly url: string }).url).pathname
}

/** The path of a download of 30 MiB; undefined while the server refuses one. */
export const makeSkillDownload = (port: number, key: string): Promise<string | undefined> => {
  const known = downloads.get(key)
  if (known !== undefined && performance.now() - known.at < urlAge) return known.path
  const path = askPath(port, key).catch(() => {
    downloads.delete(key)
    return undefined
  })
  downloads.set(key, { path, at: performance.now() })
  return path
}
