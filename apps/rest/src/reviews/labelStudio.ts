// Label Studio's tasks: reviews to be labelled there, and labels that were given there.
import { classesOf, statedProbability, toProbabilities } from "@leadline/core/policies"
import { labelName } from "@leadline/core/reviews"
import type { ImportedLabels, StoredReview } from "@leadline/store-sql"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { StartupError } from "../StartupError.ts"
import { stateColumns } from "./reviewRows.ts"

/** The id of a label that was given here: it is no other reviewer's when it comes back. */
const ownLabel = /^leadline-/

const choice = (question: string, stateName: string, label: string) => ({
  from_name: question,
  to_name: stateName,
  type: "choices",
  value: { choices: [label] }
})

/** A review as a task. `withAnswers` adds the model's answers as predictions, which reviewers see. */
export const toTask = (review: StoredReview, stateColumn: string, withAnswers: boolean) => {
  const { answers, id, labels, model, policy, questions } = review
  const columns = stateColumns(review, stateColumn)
  const stateName = columns[0]?.[0] ?? stateColumn
  const predicted = Object.entries(questions).flatMap(([name, question]) => {
    const answer = answers[name]
    if (answer === undefined) return []
    return [choice(name, stateName, classesOf(question)[toProbabilities(question, answer).answer] ?? "")]
  })
  const score = Math.min(...Object.values(answers).map(statedProbability))
  return {
    data: { ...Object.fromEntries(columns), review_id: id, policy },
    ...(withAnswers && { predictions: [{ model_version: model ?? policy, score, result: predicted }] }),
    annotations: labels.map(({ labels: given }, reviewer) => ({
      result: Object.entries(given).map(([name, label], index) => ({
        id: `leadline-${reviewer}-${index}`,
        ...choice(name, stateName, labelName(label))
      }))
    }))
  }
}

const Result = Schema.Struct({
  id: Schema.optionalKey(Schema.String),
  from_name: Schema.String,
  type: Schema.String,
  value: Schema.Struct({ choices: Schema.optionalKey(Schema.Array(Schema.String)) })
})

const Tasks = Schema.Array(
  Schema.Struct({
    data: Schema.Struct({ review_id: Schema.String }),
    annotations: Schema.Array(
      Schema.Struct({
        completed_by: Schema.optionalKey(
          Schema.NullOr(Schema.Union([Schema.Int, Schema.Struct({ id: Schema.Int })]))
        ),
        was_cancelled: Schema.optionalKey(Schema.NullOr(Schema.Boolean)),
        result: Schema.Array(Result)
      })
    )
  })
)

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Tasks))

const invalid = (path: string, message: string) => new StartupError({ message: `${path}: ${message}` })

/** The labels of an export of Label Studio, JSON. Annotations that were skipped there, or given here, are left out. */
export const readTasks = (
  path: string,
  text: string
): Effect.Effect<ReadonlyArray<ImportedLabels>, StartupError> =>
  Effect.gen(function* () {
    const tasks = yield* Effect.mapError(decode(text), () =>
      invalid(path, "expected tasks of Label Studio as JSON, each with data.review_id and annotations")
    )
    const imported: Array<ImportedLabels> = []
    for (const { annotations, data } of tasks) {
      for (const { completed_by, result, was_cancelled } of annotations) {
        const given = result.filter(({ id = "" }) => !ownLabel.test(id))
        if (was_cancelled === true || given.length === 0) continue
        const wrong = given.find(({ type, value }) => type !== "choices" || value.choices?.length !== 1)
        if (wrong !== undefined) {
          return yield* invalid(
            path,
            `review ${data.review_id}: expected one choice of ${JSON.stringify(wrong.from_name)}`
          )
        }
        const who = typeof completed_by === "object" ? completed_by?.id : completed_by
        const labels = given.map(({ from_name, value }) => [from_name, value.choices?.[0] ?? ""] as const)
        imported.push({
          id: data.review_id,
          reviewer: `label-studio:${who ?? "unknown"}`,
          labels: Object.fromEntries(labels)
        })
      }
    }
    return imported
  })
