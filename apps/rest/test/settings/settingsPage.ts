// The table of docs/settings.md, from that of the settings: `npm run generate:settings` writes it.
import { readFileSync, writeFileSync } from "node:fs"
import { settingsTable } from "../../src/settings/table.ts"

const page = new URL("../../../../docs/settings.md", import.meta.url)

const cells = [
  ["Variable", "Default", "Meaning"],
  ...Object.values(settingsTable).map(({ fallbackText, more = "", text, variable }) => [
    `\`${variable}\``,
    fallbackText,
    `${text}${more}`
  ])
]

/** Lines of a Markdown table whose columns are aligned. */
const table = () => {
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const line = (row: ReadonlyArray<string>, fill = " ") =>
    `| ${widths.map((width, column) => (row[column] ?? "").padEnd(width, fill)).join(" | ")} |`
  const [head = [], ...rows] = cells
  return [line(head), line([], "-"), ...rows.map((row) => line(row))].join("\n")
}

/** The page as it is, and as it should be. */
export const settingsPage = () => {
  const text = readFileSync(page, "utf8")
  return { text, expected: text.replace(/^\| Variable [^]*?\n(?!\|)/m, () => `${table()}\n`) }
}

if (import.meta.main) writeFileSync(page, settingsPage().expected)
