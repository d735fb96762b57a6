// A report as one HTML file: no script, no font, no request to anywhere.
import { boundFigureText } from "./bounds.ts"
import {
  aboutText,
  detailTables,
  figureLines,
  leftOutTexts,
  rowsText,
  summaryOf,
  wordingText
} from "./figures.ts"
import { coveragePlot, escapeHtml, htmlTable, reliabilityPlot } from "./plots.ts"
import type { QuestionReport, Report } from "./report.ts"

const style = `
:root { color-scheme: light dark; --text: #1b1f24; --back: #fff; --soft: #57606a; --line: #d0d7de; --accent: #0550ae }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6edf3; --back: #0d1117; --soft: #9ea7b3; --line: #30363d; --accent: #79b8ff }
}
body { margin: 0 auto; max-width: 60rem; padding: 1rem; color: var(--text); background: var(--back); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
h1, h2 { line-height: 1.2 }
h2 { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: 1rem }
table { border-collapse: collapse; font-size: 0.875rem; font-variant-numeric: tabular-nums; overflow-wrap: normal }
caption { text-align: left; font-weight: 600; padding: 0.5rem 0 }
th, td { border-bottom: 1px solid var(--line); padding: 0.25rem 0.75rem 0.25rem 0; text-align: left; vertical-align: top }
td:nth-child(2), td:nth-child(3) { min-width: 3.5rem }
th[scope=row] { font-weight: 400; white-space: pre-wrap }
.scroll { overflow-x: auto }
.plots { display: flex; flex-wrap: wrap; gap: 1rem; margin: 1.5rem 0 }
figure { margin: 0; flex: 1 1 18rem; max-width: 26rem }
svg { width: 100%; height: auto; color: var(--text); font: 11px system-ui, sans-serif }
svg text { fill: currentColor }
.mark { fill: var(--accent); fill-opacity: 0.6; stroke: var(--accent) }
.line { fill: none; stroke: var(--accent); stroke-width: 2 }
.rule { fill: none; stroke: var(--soft); stroke-dasharray: 4 4 }
figcaption, .soft { color: var(--soft); font-size: 0.875rem }
@media print {
  :root { --text: #000; --back: #fff; --soft: #333; --line: #999; --accent: #0550ae }
  body { max-width: none; padding: 0 }
  h2 { break-after: avoid }
  figure, tr { break-inside: avoid }
  .scroll { overflow: visible }
}
`

const questionSection = (question: QuestionReport, index: number): string => {
  const { classes, calibration, confusion, riskCoverage, type } = question.figures
  const bounds = question.bounds.map((checked) => [
    checked.bound,
    boundFigureText(checked),
    checked.holds ? "holds" : "broken"
  ])
  return [
    `<section><h2>${escapeHtml(question.name)}</h2>`,
    `<p>${escapeHtml(wordingText(question))}</p>`,
    `<p class="soft">${escapeHtml(rowsText(question))}</p>`,
    bounds.length === 0 ? "" : htmlTable("Bounds", ["bound", "figure", ""], bounds),
    htmlTable("Figures", ["figure", "value", "interval", "meaning"], figureLines(question)),
    '<div class="plots">',
    reliabilityPlot(
      `reliability-${index}`,
      calibration.bins,
      type === "noul" ? "the label is yes" : "the answer is right"
    ),
    coveragePlot(`coverage-${index}`, riskCoverage),
    "</div>",
    htmlTable(
      "Labels and answers",
      ["label", ...classes.map((name) => `answer ${name}`)],
      confusion.map((row, k) => [classes[k] ?? "", ...row.map(String)])
    ),
    ...detailTables(question).map(({ head, lines, title }) => htmlTable(title, head, lines)),
    "</section>"
  ].join("\n")
}

/** Writes a report as HTML. */
export const toHtml = (report: Report): string => {
  const { failures } = report
  return [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>Evaluation</title>\n<style>${style}</style>\n</head>\n<body>\n<main>\n<h1>Evaluation</h1>`,
    `<p>${escapeHtml(summaryOf(report))}</p>`,
    `<p class="soft">${escapeHtml(aboutText(report))}</p>`,
    ...report.questions.map(questionSection),
    ...leftOutTexts(report).map((text) => `<p>${escapeHtml(text)}</p>`),
    failures.length === 0
      ? ""
      : `<section><h2>Failures</h2>${htmlTable(
          `The first ${failures.length} of ${report.failed}`,
          ["row", "failure"],
          failures.map(({ id, message }) => [id, message])
        )}</section>`,
    "</main>\n</body>\n</html>\n"
  ].join("\n")
}
