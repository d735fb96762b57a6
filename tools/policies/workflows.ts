// Rules for workflow files: pinned actions, no more rights than they need, and nothing else where packages are packed.
import { parse } from "yaml"

interface Step {
  readonly id?: string
  readonly run?: string
  readonly uses?: string
  readonly with?: Readonly<Record<string, unknown>>
}

interface Job {
  readonly needs?: string
  readonly outputs?: Readonly<Record<string, unknown>>
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

/** To the registry of packages, or to that of images. */
const isPublishing = ({ permissions }: Job): boolean =>
  same(permissions, { "id-token": "write" }) || same(permissions, { packages: "write" })

/** GitHub Pages takes a site from a job that has both. */
const isDeploying = ({ permissions }: Job): boolean =>
  same(permissions, { "id-token": "write", pages: "write" })

const ofJob = (job: Job) => {
  const { environment, if: condition, permissions, steps = [] } = job
  const publishes = isPublishing(job)
  const deploys = isDeploying(job)
  return [
    [publishes || deploys || same(permissions, { contents: "read" }), "its permissions are contents: read"],
    [
      steps.every((step) => !isCheckout(step) || step.with?.["persist-credentials"] === false),
      "a checkout has persist-credentials: false"
    ],
    [steps.every(({ run = "" }) => !run.includes("${{")), "a script takes expressions from env"],
    [!(publishes || deploys) || environment !== undefined, "a job that publishes has an environment"],
    [
      !(publishes || deploys) || String(condition).includes("vars."),
      "a job that publishes does not run in forks"
    ],
    [
      !deploys || steps.every(({ uses }) => uses?.startsWith("actions/deploy-pages@") === true),
      "a job that deploys a site does nothing else"
    ],
    [
      !publishes ||
        !steps.some(
          (step) => isCheckout(step) || /\b(npx|pnpm|node|npm (?!view|publish))/.test(step.run ?? "")
        ),
      "a job that publishes runs no code of the repository or of packages"
    ]
  ] as const
}

/** Scripts that install what the lockfiles have checksums of, build and pack. */
const packing = /^npm run --silent (?:pack|release:sbom) -- [\w ./"$-]+$/

const namesNode = ({ steps = [] }: Job): boolean =>
  steps.every(
    ({ uses = "", with: given }) =>
      !uses.startsWith("actions/setup-node@") || /^\d+\.\d+\.\d+$/.test(String(given?.["node-version"]))
  )

/** Whether all that a job fetches is the artifact of a step of the job it needs, by its id: a name may be taken before. */
const fetchesFrom = ({ needs = "", steps = [] }: Job, packer: Job): boolean =>
  steps
    .filter(({ uses = "" }) => uses.startsWith("actions/download-artifact@"))
    .every(({ with: given }) => {
      const [, job, output = ""] =
        /^\$\{\{ needs\.(\w+)\.outputs\.(\w+) \}\}$/.exec(String(given?.["artifact-ids"])) ?? []
      const ids = (packer.steps ?? []).map(({ id }) => `\${{ steps.${id}.outputs.artifact-id }}`)
      return job === needs && ids.includes(String(packer.outputs?.[output])) && given?.["name"] === undefined
    })

/** What is published comes from a machine on which no check ran. */
const ofRelease = (jobs: NonNullable<Workflow["jobs"]>) => (publisher: Job) => {
  const packer = jobs[publisher.needs ?? ""] ?? {}
  const checks = jobs[packer.needs ?? ""]?.steps ?? []
  return [
    [
      (packer.steps ?? []).some(({ run }) => run !== undefined) &&
        (packer.steps ?? []).every(({ run }) => run === undefined || packing.test(run)),
      "what is published is packed by a job that runs nothing else"
    ],
    [checks.some(({ run }) => run === ".ci/run"), "a job that packs needs one that runs every check"],
    [namesNode(packer) && namesNode(publisher), "a job that packs or publishes has an exact Node"],
    [fetchesFrom(publisher, packer), "what is published is the artifact of the job that packs, by its id"]
  ] as const
}

/** The rules that a workflow file breaks. */
export const workflowComplaints = (text: string): ReadonlyArray<string> => {
  const { jobs = {}, permissions }: Workflow = parse(text)
  const used = text.match(/uses: .*/g) ?? []
  const rules = [
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
    ...Object.values(jobs).flatMap(ofJob),
    ...Object.values(jobs).filter(isPublishing).flatMap(ofRelease(jobs))
  ]
  return [...new Set(rules.filter(([holds]) => !holds).map(([, rule]) => rule))]
}
