// A report as JUnit XML: one test case for each question and bound, figures as properties.
import { figureLines } from "./figures.ts"
import type { QuestionReport, Report } from "./report.ts"

const escape = (text: string) =>
  text
    .toWellFormed()
    // Characters that XML 1.0 has no form for.
    .replaceAll(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)

const properties = (question: QuestionReport): Array<string> => [
  "      <properties>",
  ...figureLines(question).map(
    ([name, value, interval]) =>
      `        <property name="${escape(name.trim())}" value="${escape([value, interval].filter((text) => text !== "").join(", "))}"/>`
  ),
  "      </properties>"
]

/** Writes a report as JUnit XML. A question without bounds is one test case that passes. */
export const toJunit = (report: Report): string => {
  const cases = report.questions.flatMap((question) => {
    const bounds =
      question.bounds.length === 0 ? [{ bound: "evaluated", figure: 0, holds: true }] : question.bounds
    return bounds.map(({ bound, figure, holds }) => ({
      holds,
      lines: [
        `    <testcase classname="${escape(question.name)}" name="${escape(bound)}">`,
        ...properties(question),
        ...(holds ? [] : [`      <failure message="${escape(`${bound} is broken: ${figure}`)}"/>`]),
        "    </testcase>"
      ]
    }))
  })
  if (report.failed > 0) {
    const [first] = report.failures
    cases.push({
      holds: false,
      lines: [
        '    <testcase classname="rows" name="all rows are answered">',
        `      <failure message="${escape(`${report.failed} rows failed, the first: ${first?.message ?? ""}`)}"/>`,
        "    </testcase>"
      ]
    })
  }
  const failures = cases.filter(({ holds }) => !holds).length
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites tests="${cases.length}" failures="${failures}">`,
    `  <testsuite name="leadline evaluate" tests="${cases.length}" failures="${failures}">`,
    ...cases.flatMap(({ lines }) => lines),
    "  </testsuite>",
    "</testsuites>",
    ""
  ].join("\n")
}
