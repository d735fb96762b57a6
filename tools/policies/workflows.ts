// Rules for workflow files: pinned actions, and no more rights than they need.
import { parse } from "yaml"

interface Step {
  readonly run?: string
  readonly uses?: string
  readonly with?: Readonly<Record<string, unknown>>
}

interface Job {
  readonly permissions?: unknown
  readonly environment?: unknown
  readonly if?: unknown
  readonly steps?: ReadonlyArray<Step>
}

interface Workflow {
  readonly permissions?: unknown
  readonly jobs?: Readonly<Record<string, Job>>
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const isCheckout = ({ uses }: Step): boolean => uses?.startsWith("actions/checkout@") === true

const ofJob = ({ environment, if: condition, permissions, steps = [] }: Job) => {
  const publishes = same(permissions, { "id-token": "write" })
  return [
    [publishes || same(permissions, { contents: "read" }), "its permissions are contents: read"],
    [
      steps.every((step) => !isCheckout(step) || step.with?.["persist-credentials"] === false),
      "a checkout has persist-credentials: false"
    ],
    [steps.every(({ run = "" }) => !run.includes("${{")), "a script takes expressions from env"],
    [!publishes || environment !== undefined, "a job that publishes has an environment"],
    [!publishes || String(condition).includes("vars."), "a job that publishes does not run in forks"],
    [
      !publishes ||
        !steps.some(
          (step) => isCheckout(step) || /\b(npx|pnpm|node|npm (?!view|publish))/.test(step.run ?? "")
        ),
      "a job that publishes runs no code of the repository or of packages"
    ]
  ] as const
}

/** The rules that a workflow file breaks. */
export const workflowComplaints = (text: string): ReadonlyArray<string> => {
  const { jobs = {}, permissions }: Workflow = parse(text)
  const used = text.match(/uses: .*/g) ?? []
  return [
    [same(permissions, {}), "it begins with permissions: {}"] as const,
    [
      used.every((line) => /^uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line)),
      "actions are GitHub's own, pinned by hash with the version behind it"
    ] as const,
    [
      !/\b(pull_request_target|workflow_run|issue_comment|issues|discussion):/.test(text),
      "no event of strangers runs it with the rights of the repository"
    ] as const,
    [!/\bsecrets\b/.test(text), "it uses no secrets"] as const,
    [!/github\.(?:event\.|head_ref)/.test(text), "it reads no text of strangers"] as const,
    ...Object.values(jobs).flatMap(ofJob)
  ]
    .filter(([holds]) => !holds)
    .map(([, rule]) => rule)
}
