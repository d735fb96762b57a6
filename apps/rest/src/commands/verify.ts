// leadline verify: checks a decision server from outside.
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import { StartupError } from "../StartupError.ts"
import { numberFlag } from "./flags.ts"
import { jsonFlag, printJson } from "./output.ts"
import { UsageError } from "./UsageError.ts"

/** USD per million input tokens: the price of the contract. */
const contractPrice = 0.04

const formats = ["json", "xml", "md", "html"] as const

const flags = {
  url: Argument.String("url").pipe(
    Argument.withDescription("Base URL of the server, its /v1, or the address of its decisions")
  ),
  dialect: Flag.Literals("dialect", ["leadline", "system-one", "openai-decisions"]).pipe(
    Flag.withDescription("The shape of requests and answers. Default: leadline"),
    Flag.withDefault("leadline")
  ),
  model: Flag.String("model").pipe(
    Flag.withMetavar("NAME"),
    Flag.withDescription("The model to ask. Default: decider-27b"),
    Flag.withDefault("decider-27b")
  ),
  timeout: Flag.Int("timeout").pipe(
    Flag.withMetavar("SECONDS"),
    Flag.withDescription("Time for each answer, 1 to 600. Default: 60"),
    Flag.withDefault(60)
  ),
  price: numberFlag("price", String(contractPrice)).pipe(
    Flag.withMetavar("USD"),
    Flag.withDescription(`USD per million input tokens there. Default: ${contractPrice}`),
    Flag.withDefault(contractPrice)
  ),
  maxCost: numberFlag("max-cost", "0.10").pipe(
    Flag.withMetavar("USD"),
    Flag.withDescription("Start only if the run costs at most this much. Default: 0.10"),
    Flag.withDefault(0.1)
  ),
  dryRun: Flag.Boolean("dry-run").pipe(
    Flag.withDescription("Print what would be sent and its cost at most, and send nothing"),
    Flag.withDefault(false)
  ),
  strict: Flag.Boolean("strict").pipe(
    Flag.withDescription("Fail unless everything is as the contract says, without tolerances and baseline"),
    Flag.withDefault(false)
  ),
  baseline: Flag.String("baseline").pipe(
    Flag.withMetavar("FILE"),
    Flag.withDescription(
      "Ids of checks that are known to fail, one per line. One that does not fail is a failure"
    ),
    Flag.optional
  ),
  output: Flag.String("output").pipe(
    Flag.withAlias("o"),
    Flag.withMetavar("FILE"),
    Flag.withDescription("Write a report, too: .json, .xml (JUnit), .md or .html. May be repeated"),
    Flag.atLeast(0)
  ),
  json: jsonFlag
}

const parseUrl = (text: string): Effect.Effect<URL, UsageError> =>
  Effect.suspend(() => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    return url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" && url.password === ""
      ? Effect.succeed(url)
      : Effect.fail(
          new UsageError({ message: "url: expected an address of http or https, without a password" })
        )
  })

const formatOf = (file: string) => {
  const format = formats.find((end) => file.toLowerCase().endsWith(`.${end}`))
  return format === undefined
    ? Effect.fail(
        new UsageError({ message: `--output: expected a file named .json, .xml, .md or .html, got ${file}` })
      )
    : Effect.succeed({ file, format })
}

const readBaseline = (file: string) =>
  Effect.flatMap(FileSystem.FileSystem, (files) => files.readFileString(file)).pipe(
    Effect.mapError(() => new StartupError({ message: `--baseline: cannot read ${file}` })),
    Effect.map(
      (text) =>
        new Set(
          text
            .split("\n")
            .map((line) => line.replace(/#.*/, "").trim())
            .filter((line) => line !== "")
        )
    )
  )

const writeReport = (file: string, text: string) =>
  Effect.flatMap(FileSystem.FileSystem, (files) => files.writeFileString(file, text)).pipe(
    Effect.mapError(() => new StartupError({ message: `--output: cannot write ${file}` }))
  )

const isWithin = (name: string, value: number, min: number, max: number) =>
  value >= min && value <= max
    ? Effect.void
    : Effect.fail(new UsageError({ message: `--${name}: expected ${min} to ${max}` }))

/** `leadline verify`. */
export const verify = Command.make("verify", flags, (given) =>
  Effect.gen(function* () {
    const url = yield* parseUrl(given.url)
    yield* isWithin("timeout", given.timeout, 1, 600)
    yield* isWithin("price", given.price, 0, 1_000_000)
    yield* isWithin("max-cost", given.maxCost, 0, 1_000_000)
    const outputs = yield* Effect.forEach(given.output, formatOf)
    // Imported here, so that other commands start without it.
    const [Verify, Report] = yield* Effect.promise(() =>
      Promise.all([import("../verify/verify.ts"), import("../verify/report.ts")])
    )
    const { dialect, dryRun, json, model } = given
    const plan = Verify.planOf({ dialect, model, url })
    const cost = (plan.inputTokens * given.price) / 1_000_000
    const planned = `${plan.requests} requests to ${plan.address}, and at most ${plan.repetitions} again after 429 or 503: at most ${plan.inputTokens} input tokens, ${cost.toFixed(4)} USD`
    if (dryRun) return yield* json ? printJson({ ...plan, cost }) : Console.log(planned)
    if (cost > given.maxCost) {
      return yield* new UsageError({ message: `--max-cost: ${planned}: more than ${given.maxCost} USD` })
    }
    const apiKey = yield* Config.option(Config.Redacted("LEADLINE_API_KEY")).pipe(
      Effect.mapError(() => new StartupError({ message: "LEADLINE_API_KEY cannot be read" }))
    )
    const baseline = Option.isSome(given.baseline) ? yield* readBaseline(given.baseline.value) : undefined
    const report = yield* Verify.verify({
      url,
      dialect,
      model,
      apiKey: Option.getOrUndefined(apiKey),
      timeout: given.timeout * 1000,
      baseline
    })
    yield* Effect.forEach(outputs, ({ file, format }) => writeReport(file, Report.render[format](report)))
    yield* json ? printJson(report) : Console.log(Report.asTable(report))
    const isGood = given.strict ? report.verdict.strict : report.verdict.compatible
    if (!isGood) {
      return yield* new StartupError({ message: `The server does not pass (${Report.verdictOf(report)})` })
    }
    if (report.stale.length > 0) {
      return yield* new StartupError({
        message: `--baseline: remove what does not fail: ${report.stale.join(", ")}`
      })
    }
  })
).pipe(
  Command.withDescription(
    "Check a decision server from outside: forms, arithmetic, independence, limits, errors and keys. " +
      "It sends real requests, which may cost what requests cost there: see --dry-run. The key is LEADLINE_API_KEY. " +
      "The exit code is 1 when the server does not pass."
  ),
  Command.withShortDescription("Check a decision server from outside"),
  Command.withExamples([
    { command: "leadline verify http://127.0.0.1:8080", description: "Check a server of the contract" },
    {
      command: "leadline verify http://127.0.0.1:8081 --dialect system-one --output report.html",
      description: "Check a model server, with a report"
    }
  ])
)
