// The report of `leadline verify` as a table, JSON, JUnit, Markdown, and one page of HTML.
import { table } from "../commands/output.ts"
import type { Finding } from "./Check.ts"
import type { Report } from "./verify.ts"

/** The formats of files, by the ends of their names. */
export type Format = "json" | "xml" | "md" | "html"

const outcomeOf = ({ isExpected, level, outcome }: Finding): string => {
  if (outcome !== "failed") return outcome
  if (level === "info") return "noted"
  return isExpected ? "failed, as expected" : outcome
}

/** The verdicts in a line. */
export const verdictOf = ({ verdict: { compatible, strict } }: Report): string =>
  `compat: ${compatible ? "yes" : "no"}, strict: ${strict ? "yes" : "no"}`

const staleText = (ids: ReadonlyArray<string>) => `In the baseline, but not failing: ${ids.join(", ")}`

const summary = (report: Report): string => {
  const outcomes = report.findings.map(outcomeOf)
  const counts = ["passed", "tolerated", "failed", "failed, as expected", "noted", "not testable"].flatMap(
    (name) => {
      const count = outcomes.filter((outcome) => outcome === name).length
      return count === 0 && name !== "failed" ? [] : [`${count} ${name}`]
    }
  )
  return `${report.dialect} at ${report.address}: ${report.requests} requests, ${counts.join(", ")}; ${verdictOf(report)}`
}

/** For terminals. */
export const asTable = (report: Report): string =>
  [
    table(
      ["CHECK", "LEVEL", "OUTCOME", "CONTRACT", "SEEN"],
      report.findings.map((finding) => [
        finding.id,
        finding.level,
        outcomeOf(finding),
        finding.section,
        finding.notes.join("; ")
      ])
    ),
    "",
    summary(report),
    ...(report.stale.length > 0 ? [staleText(report.stale)] : [])
  ].join("\n")

const entities: { readonly [sign: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

/** Text of servers, for XML and HTML: also without the control characters that XML does not have. */
const escaped = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cs}]/gu, "?").replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? "")

const fails = (finding: Finding): boolean =>
  finding.outcome === "failed" && finding.level !== "info" && !finding.isExpected

const asJunit = (report: Report): string => {
  const { findings, stale } = report
  const cases = findings.map((finding) => {
    const notes = escaped(finding.notes.join("; "))
    const inner = fails(finding)
      ? `<failure type="${finding.level}" message="${notes}"/>`
      : finding.outcome === "not testable"
        ? `<skipped message="${notes}"/>`
        : notes === ""
          ? ""
          : `<system-out>${escaped(outcomeOf(finding))}: ${notes}</system-out>`
    return `    <testcase classname="${report.dialect}" name="${finding.id} ${escaped(finding.title)}">${inner}</testcase>`
  })
  const staleCases = stale.map(
    (id) =>
      `    <testcase classname="baseline" name="${escaped(id)}"><failure message="${escaped(staleText([id]))}"/></testcase>`
  )
  const all = [...cases, ...staleCases]
  const failures = findings.filter(fails).length + stale.length
  const skipped = findings.filter(({ outcome }) => outcome === "not testable").length
  const counts = `tests="${all.length}" failures="${failures}" skipped="${skipped}"`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts}>\n  <testsuite name="leadline verify" ${counts}>\n${all.join("\n")}\n  </testsuite>\n</testsuites>\n`
}

/** Text of servers in a cell of Markdown. */
const cell = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, " ").replaceAll(/[\\`*_[\]<>|&]/g, (sign) => `\\${sign}`)

const asMarkdown = (report: Report): string =>
  [
    `# ${summary(report)}`,
    "",
    "| Check | Level | Outcome | Contract | What holds | Seen |",
    "| --- | --- | --- | --- | --- | --- |",
    ...report.findings.map(
      (finding) =>
        `| ${finding.id} | ${finding.level} | ${outcomeOf(finding)} | ${finding.section} | ${finding.title} | ${cell(finding.notes.join("; "))} |`
    ),
    ...(report.stale.length > 0 ? ["", cell(staleText(report.stale))] : []),
    ""
  ].join("\n")

const style = `
:root { color-scheme: light dark }
body { margin: 0 auto; max-width: 75rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
.scroll { overflow-x: auto }
table { border-collapse: collapse; font-size: 0.875rem; overflow-wrap: normal }
td, th { border: 1px solid #8884; padding: 0.25rem 0.5rem; text-align: left; vertical-align: top }
.failed { background: #f004 }
.tolerated { background: #fd04 }
.passed { background: #0a02 }
`

const asHtml = (report: Report): string => {
  const rows = report.findings.map((finding) => {
    const cells = [finding.id, finding.level, outcomeOf(finding), finding.section, finding.title]
    const [kind] = finding.outcome.split(" ")
    return `<tr class="${kind}">${[...cells, finding.notes.join("; ")].map((text) => `<td>${escaped(text)}</td>`).join("")}</tr>`
  })
  const stale = report.stale.length > 0 ? `<p>${escaped(staleText(report.stale))}</p>` : ""
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>leadline verify</title>
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>${style}</style></head><body>
<h1>leadline verify</h1><p>${escaped(summary(report))}</p>${stale}
<div class="scroll" role="region" tabindex="0" aria-label="Checks"><table><thead><tr><th>Check<th>Level<th>Outcome<th>Contract<th>What holds<th>Seen</tr></thead><tbody>
${rows.join("\n")}
</tbody></table></div></body></html>
`
}

/** The report in a format. */
export const render: { readonly [F in Format]: (report: Report) => string } = {
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  xml: asJunit,
  md: asMarkdown,
  html: asHtml
}
