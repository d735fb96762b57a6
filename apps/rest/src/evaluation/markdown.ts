// A report as Markdown.
import {
  aboutText,
  detailTables,
  figureLines,
  leftOutTexts,
  rowsText,
  summaryOf,
  wordingText
} from "./figures.ts"
import type { Report } from "./report.ts"

const cell = (text: string) =>
  text
    .trim()
    .replaceAll(/[\\|[\]`]/g, "\\$&")
    .replaceAll(/\s*[\n\r]\s*/g, " ")
    .replaceAll("<", "&lt;")

const table = (rows: ReadonlyArray<ReadonlyArray<string>>): Array<string> => {
  const [head = [], ...others] = rows.map((row) => `| ${row.map(cell).join(" | ")} |`)
  return [String(head), `|${" --- |".repeat(rows[0]?.length ?? 0)}`, ...others]
}

/** Writes a report as Markdown. */
export const toMarkdown = (report: Report): string => {
  const lines = ["# Evaluation", "", cell(summaryOf(report)), "", cell(aboutText(report)), ""]
  for (const question of report.questions) {
    const { classes, confusion } = question.figures
    lines.push(`## ${cell(question.name)}`, "", cell(wordingText(question)), "", `${rowsText(question)}.`, "")
    lines.push(...table([["Figure", "Value", "Interval", "Meaning"], ...figureLines(question)]), "")
    if (question.bounds.length > 0) {
      const bounds = question.bounds.map(({ bound, figure, holds }) => [
        bound,
        String(figure),
        holds ? "holds" : "broken"
      ])
      lines.push(...table([["Bound", "Figure", ""], ...bounds]), "")
    }
    lines.push(
      ...table([
        ["Label", ...classes.map((name) => `answer ${name}`)],
        ...confusion.map((row, k) => [classes[k] ?? "", ...row.map(String)])
      ]),
      ""
    )
    for (const { head, lines: rows, title } of detailTables(question)) {
      lines.push(`${title}:`, "", ...table([head, ...rows]), "")
    }
  }
  lines.push(...leftOutTexts(report).flatMap((text) => [cell(text), ""]))
  if (report.failures.length > 0) {
    lines.push(
      "## Failures",
      "",
      ...report.failures.map(({ id, message }) => `- ${cell(id)}: ${cell(message)}`),
      ""
    )
  }
  return lines.join("\n")
}
