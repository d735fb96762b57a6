// Checks and runs every block of the documentation, as CONTRIBUTING.md says: `npm run check:docs`, or with paths, only those:
// `npm run check:docs -- README.md 'docs/guides/*.md'`. What console.log(...) // 2 says is what it prints; a curl whose
// comment begins with a status, as # 401: no key, expects it. What the reader supplies (client, request, ...) stands in
// given.ts, what a run must say otherwise (http://127.0.0.1:8080, https://decisions.example, your-key) in literals.ts.
import { examine, describeProblem } from "./examine.ts"
import { documents } from "./list.ts"

const paths = process.argv.slice(2)
const { judged, problems } = await examine(
  documents(paths.length > 0 ? paths : undefined),
  "documents-command"
)
const run = judged.filter(({ how }) => how === "run")

for (const { block, reason } of judged.filter((each) => each.reason !== undefined)) {
  console.log(`${block.document}:${block.line}: ${block.language} not run: ${reason}`)
}
console.log(`\n${judged.length} blocks, of which ${run.length} were run\n`)
for (const problem of problems) console.log(describeProblem(problem))
console.log(problems.length === 0 ? "Nothing is wrong." : `${problems.length} wrong.`)
process.exitCode = problems.length === 0 ? 0 : 1
