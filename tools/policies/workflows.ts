// Rules for workflow files: no more permissions than they need.
import { parse } from "yaml"

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
}

interface Job {
  readonly permissions?: unknown
  readonly "timeout-minutes"?: unknown
  readonly "runs-on"?: unknown
  readonly environment?: unknown
  readonly needs?: unknown
  readonly if?: unknown
  readonly uses?: unknown
  readonly steps?: ReadonlyArray<Step>
}

interface Workflow {
  readonly on?: unknown
  readonly permissions?: unknown
  readonly concurrency?: unknown
  readonly jobs?: Readonly<Record<string, Job>>
}

const names = (on: unknown): ReadonlyArray<string> =>
  typeof on === "string" ? [on] : Array.isArray(on) ? on.map(String) : Object.keys(on ?? {})

const is = (value: unknown, wanted: unknown): boolean => JSON.stringify(value) === JSON.stringify(wanted)

/** Events that run untrusted code with permissions of the repository. */
const refusedEvents = new Set([
  "pull_request_target",
  "workflow_run",
  "issue_comment",
  "issues",
  "discussion"
])

const stepComplaints = ({ run, uses, with: inputs }: Step): ReadonlyArray<string> => [
  ...(uses !== undefined && !/^actions\/[\w-]+@[0-9a-f]{40}$/.test(uses)
    ? [`${uses} is not of the forge itself, or not pinned by its full hash`]
    : []),
  ...(uses?.startsWith("actions/checkout@") && inputs?.["persist-credentials"] !== false
    ? ["checkout leaves its credentials behind"]
    : []),
  ...(run?.includes("${{") ? ["a script holds an expression: pass it in env"] : [])
]

const publishComplaints = ({ environment, if: condition, needs, steps = [] }: Job): ReadonlyArray<string> => [
  ...(environment === undefined ? ["may prove who it is outside any environment"] : []),
  ...(needs === undefined ? ["publishes what no other job packed"] : []),
  ...(String(condition).includes("vars.") ? [] : ["publishes in forks too"]),
  ...(steps.some(({ uses }) => uses?.startsWith("actions/checkout@")) ? ["takes the repository's code"] : []),
  ...(steps.some(({ run }) => /\b(?:npx|npm (?:run|ci|i|install|test|exec)|pnpm|node|yarn)\b/.test(run ?? ""))
    ? ["runs code of packages"]
    : [])
]

const jobComplaints = (job: Job): ReadonlyArray<string> => {
  const publishes = is(job.permissions, { "id-token": "write" })
  const reads = is(job.permissions, { contents: "read" }) || is(job.permissions, {})
  return [
    ...(publishes || reads
      ? []
      : [`has the rights ${JSON.stringify(job.permissions) ?? "of the repository's default"}`]),
    ...(typeof job["timeout-minutes"] === "number" ? [] : ["has no timeout-minutes"]),
    ...(/^ubuntu-\d+\.\d+$/.test(String(job["runs-on"])) ? [] : [`runs on ${String(job["runs-on"])}`]),
    ...(job.uses === undefined ? [] : ["calls another workflow"]),
    ...(job.steps ?? []).flatMap(stepComplaints),
    ...(publishes ? publishComplaints(job) : [])
  ]
}

/** Complaints about one workflow file. */
export const workflow = (path: string, text: string): ReadonlyArray<string> => {
  const { concurrency, jobs = {}, on, permissions }: Workflow = parse(text)
  return [
    ...(is(permissions, {}) ? [] : ["does not begin with permissions: {}"]),
    ...(concurrency === undefined ? ["has no concurrency"] : []),
    ...names(on)
      .filter((event) => refusedEvents.has(event))
      .map((event) => `runs on ${event}`),
    ...(/\bsecrets\b/.test(text) ? ["uses secrets"] : []),
    ...(/github\.(?:event\.|head_ref)/.test(text) ? ["reads what strangers write"] : []),
    ...(text.match(/uses: .*/g) ?? [])
      .filter((line) => !/ # v\d+\.\d+\.\d+$/.test(line))
      .map((line) => `${line} does not name its version behind the hash`),
    ...Object.entries(jobs).flatMap(([name, job]) => jobComplaints(job).map((what) => `${name}: ${what}`))
  ].map((what) => `${path}: ${what}`)
}
