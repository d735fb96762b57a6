// Collects every comment that says "Assumed:" into docs/assumptions.md: what the interface document leaves open.
// `npm run generate:assumptions`; with --check, fails where the table is out of date.
import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { type Comment, parseSync } from "oxc-parser"
import { root, settle } from "./generated.ts"

interface Assumption {
  /** The sources of a package: `packages/core/src`. */
  readonly folder: string
  /** From there. */
  readonly file: string
  /** What the comment stands above; undefined for a whole file. */
  readonly name: string | undefined
  readonly text: string
}

const onOneLine = (text: string): string =>
  text
    .replaceAll(/^[ \t]*\*+ ?/gm, "")
    .replaceAll(/\{@link (\w+)\}/g, "`$1`")
    .replaceAll(/\s+/g, " ")
    .trim()

/** Line comments on neighbouring lines read as one. */
const joined = (comments: ReadonlyArray<Comment>, source: string): ReadonlyArray<Comment> =>
  comments.reduce<ReadonlyArray<Comment>>((done, next) => {
    const last = done.at(-1)
    const together =
      last?.type === "Line" && next.type === "Line" && /^\n[ \t]*$/.test(source.slice(last.end, next.start))
    return last !== undefined && together
      ? [...done.slice(0, -1), { ...last, value: `${last.value}\n${next.value}`, end: next.end }]
      : [...done, next]
  }, [])

/** A declaration or field, behind a docstring if it has one. */
const declared =
  /^\s*(?:\/\*\*((?:(?!\*\/)[^])*)\*\/\s*)?(?:export )?(?:declare )?(?:async )?(?:const|function\*?|interface|type|class|readonly)? ?["']?(\w+)["']?(?= |:|\?:|<|\()/

const assumptionsOf = (path: string): ReadonlyArray<Assumption> => {
  const source = readFileSync(join(root, path), "utf8")
  const [folder = "", file = ""] = path.split(/(?<=\/src)\//, 2)
  return joined(parseSync(path, source).comments, source).flatMap(({ end, start, value }) => {
    const [, docstring = "", name] = (start > 0 && declared.exec(source.slice(end))) || []
    const [first = ""] = onOneLine(docstring).split(/(?<=\.) /)
    // A marker alone, as "docs.", speaks of what the docstring says.
    const whole = (text: string) => (/^[\w, ]+\.$/.test(text) ? `${text} ${first}`.trim() : text)
    return onOneLine(value)
      .split("Assumed:")
      .slice(1)
      .map((text) => ({ folder, file, name, text: whole(text.trim()) }))
      .filter(({ text }) => text !== "ours.")
  })
}

const code = (text: string): string => `\`${text}\``

/** A row of one file: each assumption on a line of its own, behind the name that it is about. */
const ofFile = (all: ReadonlyArray<Assumption>): string => {
  const lines = all.map(({ name, text }) => (name === undefined ? text : `${code(name)}: ${text}`))
  return `| ${code(`${all[0]?.folder}/${all[0]?.file}`)} | ${lines.join("<br>").replaceAll("|", "\\|")} |`
}

/** A row of what several files assume: up to three of them, or the folders of more. */
const ofSeveral = (all: ReadonlyArray<Assumption>): string => {
  const files = new Set(all.map(({ file }) => code(file)))
  const folders = new Set(all.map(({ file }) => code(dirname(file))))
  const where = files.size <= 3 ? [...files].join(", ") : `${files.size} files of ${[...folders].join(", ")}`
  return `| ${code(all[0]?.folder ?? "")}: ${where} | ${all[0]?.text} |`
}

const found = globSync(["packages/*/src/**/*.ts", "apps/*/src/**/*.ts"], {
  cwd: root,
  exclude: ["packages/lab/**"]
})
  .toSorted()
  .flatMap(assumptionsOf)
const byText = Map.groupBy(found, ({ folder, text }) => `${folder} ${text}`)
const shared = [...byText.values()].filter((all) => new Set(all.map(({ file }) => file)).size > 1)
const single = found.filter((each) => !shared.some((all) => all.includes(each)))
const byFile = [...Map.groupBy(single, ({ file, folder }) => `${folder}/${file}`).values()]
const rows = [...shared.map(ofSeveral), ...byFile.map(ofFile)].toSorted()
settle(
  "docs/assumptions.md",
  `# Assumptions

What the interface document does not say, and what Leadline does there. Each is a comment beside its code: \`Assumed:\` with who says so, which is \`docs\` for pages of the service, \`OAS\` for its OpenAPI document, \`clients\` for released clients, \`seen\` for its responses, and \`ours\` for a decision of this project.

The interface document is the description that the service gives of its HTTP interface. [The contract](contract.md) states its rules under its section numbers: \`§4.1\` is section 4.1 there.

Written by \`npm run generate:assumptions\`. Do not edit.

| Where | What we assume |
| --- | --- |
${rows.join("\n")}
`,
  "generate:assumptions"
)
