// leadline reviews: exports reviews with their labels, and imports labels that were given elsewhere.
import * as Store from "@leadline/store-sql"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { readFileSync } from "node:fs"
import { extname } from "node:path"
import { unreadable } from "../../StartupError.ts"
import { groupFlag, onStore, storeFlags } from "../flags.ts"
import { printMessage, quietFlag } from "../output.ts"
import type { ExportOptions } from "../../reviews/exportReviews.ts"

const chosenGroup = Flag.map(groupFlag("Key group. Default: default"), (group) =>
  group === "" ? "default" : group
)

const formats = ["jsonl", "csv", "label-studio"] as const satisfies ReadonlyArray<ExportOptions["format"]>

const decimal = (value: number | undefined) => (value === undefined ? "undefined" : value.toFixed(3))

const audited = ({ broken_at, counts, policy }: Store.PolicyAudit): string => {
  const questions = Object.entries(counts).map(
    ([name, { errors, rows }]) => `${name} ${errors} of ${rows} wrong`
  )
  const shown = broken_at === null ? "" : ". Its promise does not hold: it acts upon nothing"
  return `Audited rows of ${policy}: ${questions.join(", ")}${shown}.`
}

const reviewsExport = Command.make(
  "export",
  {
    out: Flag.String("out").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription("The file to write, readable by its owner alone")
    ),
    format: Flag.Literals("format", formats).pipe(
      Flag.withDescription("Default: csv for a file named .csv, else jsonl"),
      Flag.optional
    ),
    group: chosenGroup,
    policy: Flag.String("policy").pipe(
      Flag.withMetavar("NAME"),
      Flag.withDescription("Reviews of this policy, as tickets, or of a version, as tickets@3. Default: all"),
      Flag.withDefault("")
    ),
    all: Flag.Boolean("all").pipe(
      Flag.withDescription(
        "Every review. Default: labelled ones, and for label-studio those without a label"
      ),
      Flag.withDefault(false)
    ),
    stateColumn: Flag.String("state-column").pipe(
      Flag.withMetavar("NAME"),
      Flag.withDescription("Column of a state that is no object. Default: state"),
      Flag.withDefault("state")
    ),
    predictions: Flag.Boolean("predictions").pipe(
      Flag.withDescription("Show the model's answers in Label Studio: they influence labels"),
      Flag.withDefault(false)
    ),
    quiet: quietFlag,
    store: storeFlags
  },
  ({ all, format, group, out, policy, predictions, quiet, stateColumn, store }) =>
    Effect.gen(function* () {
      const [{ makeAgreement }, { writeReviews }] = yield* Effect.promise(() =>
        Promise.all([import("../../reviews/agreement.ts"), import("../../reviews/exportReviews.ts")])
      )
      const chosen = Option.getOrElse(format, () => (extname(out) === ".csv" ? "csv" : "jsonl"))
      const agreement = makeAgreement()
      const isWanted = (review: Store.StoredReview) =>
        (policy === "" || review.policy === policy || review.policy.startsWith(`${policy}@`)) &&
        (all || review.labels.length > 0 === (chosen !== "label-studio"))
      const options = { path: out, format: chosen, stateColumn, withPredictions: predictions }
      const [count, audits] = yield* onStore(
        store,
        Effect.all([
          writeReviews(
            options,
            (use) => Store.readReviews(group, (review) => (isWanted(review) ? use(review) : Effect.void)),
            agreement.add
          ),
          Store.listPolicyAudits(group)
        ])
      )
      yield* printMessage(
        quiet,
        `Reviews written to ${out}: ${count}.`,
        ...agreement
          .result()
          .map(
            ({ alpha, kappa, question, rows }) =>
              `Agreement on ${question}, ${rows} reviews with two labels or more: ` +
              `Krippendorff's alpha ${decimal(alpha)}, Cohen's kappa ${decimal(kappa)}.`
          ),
        ...audits.filter((one) => policy === "" || `${one.policy}@`.startsWith(`${policy}@`)).map(audited)
      )
    })
).pipe(
  Command.withDescription(
    "Write reviews with their labels as rows for leadline evaluate, or as tasks of Label Studio. Each row has the " +
      "chance with which such a row is kept, by which evaluate weighs it. Says how far reviewers agree."
  ),
  Command.withShortDescription("Write reviews with their labels"),
  Command.withExamples([
    { command: "leadline reviews export --out labelled.jsonl", description: "For leadline evaluate" },
    {
      command: "leadline reviews export --format label-studio --out tasks.json",
      description: "For people who label in Label Studio"
    }
  ])
)

const reviewsImport = Command.make(
  "import",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription("JSON that Label Studio exports: tasks with their annotations")
    ),
    group: chosenGroup,
    quiet: quietFlag,
    store: storeFlags
  },
  ({ file, group, quiet, store }) =>
    Effect.gen(function* () {
      const [{ readTasks }, { isPromiseBroken }] = yield* Effect.promise(() =>
        Promise.all([import("../../reviews/labelStudio.ts"), import("@leadline/evaluation")])
      )
      const text = yield* Effect.try({
        try: () => readFileSync(file, "utf8"),
        catch: (error) => unreadable(file, error)
      })
      const imported = yield* readTasks(file, text)
      const count = yield* onStore(store, Store.importLabels(group, imported, isPromiseBroken))
      yield* printMessage(
        quiet,
        `Labels added to reviews: ${count}. Known before: ${imported.length - count}.`
      )
    })
).pipe(
  Command.withDescription(
    "Add the labels that people gave in Label Studio to the reviews of a key group. Labels that a reviewer has given " +
      "before are left as they are."
  ),
  Command.withShortDescription("Add labels from Label Studio")
)

/** `leadline reviews` with its subcommands. */
export const reviews = Command.make("reviews").pipe(
  Command.withDescription(
    "Export reviews of decisions with their labels, and import labels. The server may be running"
  ),
  Command.withSubcommands([reviewsExport, reviewsImport])
)
