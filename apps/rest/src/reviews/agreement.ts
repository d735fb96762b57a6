// How far reviewers agree, where two or more have labelled a review.
import { classesOf } from "@leadline/core/policies"
import { labelName } from "@leadline/core/reviews"
import { confusionMatrix, kappa, krippendorffAlpha } from "@leadline/evaluation"
import type { StoredReview } from "@leadline/store-sql"

/** Classes of one question, by row and reviewer. */
interface Given {
  readonly classes: number
  readonly isScore: boolean
  readonly rows: Array<ReadonlyMap<string, number>>
}

/** The agreement of the reviewers of a question. */
export interface Agreement {
  readonly question: string
  /** Reviews with two labels or more. */
  readonly rows: number
  /** Where there are just two reviewers; undefined also where only one label occurs. */
  readonly kappa: number | undefined
  /** Krippendorff's, of any number of reviewers; undefined where only one label occurs. */
  readonly alpha: number | undefined
}

/** Collects labels, and gives their agreement. */
export const makeAgreement = () => {
  const questions = new Map<string, Given>()

  const add = (review: StoredReview): void => {
    if (review.labels.length < 2) return
    for (const [name, question] of Object.entries(review.questions)) {
      const classes = classesOf(question)
      const row = new Map(
        review.labels.flatMap(({ labels, reviewer }) =>
          Object.hasOwn(labels, name)
            ? [[reviewer, classes.indexOf(labelName(labels[name] ?? ""))] as const]
            : []
        )
      )
      if (row.size < 2) continue
      const given = questions.get(name) ?? {
        classes: classes.length,
        isScore: question.type === "score",
        rows: []
      }
      questions.set(name, given)
      given.rows.push(row)
    }
  }

  const agreementOf = (question: string, { classes, isScore, rows }: Given): Agreement => {
    const reviewers = Array.from(new Set(rows.flatMap((row) => Array.from(row.keys()))))
    const labels = reviewers.map((reviewer) => rows.map((row) => row.get(reviewer) ?? null))
    const [first = "", second = ""] = reviewers
    const pairs = rows.map((row) => [row.get(first) ?? 0, row.get(second) ?? 0] as const)
    return {
      question,
      rows: rows.length,
      kappa:
        reviewers.length === 2
          ? kappa(confusionMatrix(classes, pairs), isScore ? "quadratic" : "none")
          : undefined,
      alpha: krippendorffAlpha(labels, isScore ? "interval" : "nominal")
    }
  }

  return { add, result: () => Array.from(questions, ([name, given]) => agreementOf(name, given)) }
}
