// The CPU profile of one side: which functions took the time by themselves.
import type { Profiler } from "node:inspector"
import { readFileSync } from "node:fs"
import { sep } from "node:path"
import { pathToFileURL } from "node:url"
import { markdownTable } from "../../tables.ts"

/** One function and its share of the time that was not idle. */
export interface SelfTime {
  readonly name: string
  readonly place: string
  readonly share: number
}

const root = pathToFileURL(process.cwd() + sep).href

const placeOf = ({ lineNumber, url }: Profiler.ProfileNode["callFrame"]): string =>
  url === "" ? "" : `${url.replace(root, "").replace(/^.*\/node_modules\//, "")}:${lineNumber + 1}`

/** Functions by their own time, the most first. */
export const selfTimes = (profile: Profiler.Profile): ReadonlyArray<SelfTime> => {
  const nodes = new Map(profile.nodes.map(({ callFrame, id }) => [id, callFrame]))
  const times = new Map<string, { readonly name: string; readonly place: string; time: number }>()
  let total = 0
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const frame = nodes.get(id)
    const time = profile.timeDeltas?.[index] ?? 0
    if (frame === undefined || frame.functionName === "(idle)" || frame.url === "node:inspector") continue
    total += time
    const name = frame.functionName || "(anonymous)"
    const place = placeOf(frame)
    const known = times.get(`${name} ${place}`) ?? { name, place, time: 0 }
    known.time += time
    times.set(`${name} ${place}`, known)
  }
  return Array.from(times.values(), ({ name, place, time }) => ({
    name,
    place,
    share: time / total
  })).toSorted((a, b) => b.share - a.share)
}

/** The most expensive functions of a profile's file, as lines. */
export const topOf = (file: string, count: number): ReadonlyArray<string> => {
  const functions = selfTimes(JSON.parse(readFileSync(file, "utf8")) as Profiler.Profile)
  return markdownTable([
    ["Self time", "Function", "Where"],
    ...functions
      .slice(0, count)
      .map(({ name, place, share }) => [`${(share * 100).toFixed(1)} %`, name, place])
  ])
}
