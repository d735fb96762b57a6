// Checks and runs every block of the documentation: `npm run check:docs`, or with paths, only those:
// `npm run check:docs -- README.md 'docs/guides/*.md'`. Each block of ts and js is type-checked and run as a
// module against a server of this repository, each of sh by bash; what console.log(...) // 2 says is what it prints; a
// curl whose comment begins with a status, as # 401: no key, expects it; json, yaml and toml are parsed; relative links
// and their headings are looked up, and so are scripts, paths and LEADLINE_ variables that prose names in code. What the reader supplies (client, request, ...) stands in given.ts, what a run
// must say otherwise (http://127.0.0.1:8080, https://decisions.example, leadline.example, api.example, your-key) in literals.ts.
// A mark just before a fence, which no reader sees, changes that:
//   <!-- not run: needs a Redis -->     types or syntax only
//   <!-- not checked: output -->        nothing; for text, console, dockerfile and other languages too
//   <!-- continues -->                  goes on from the module before in the same document
//   <!-- from: tools/x.ts -->           shows a file of this repository, which has checks of its own, word for word
//   <!-- file: triage.ts -->            is a file of that name beside the blocks that follow in the same document
import { examine, describeProblem } from "./examine.ts"
import { documents } from "./list.ts"

const paths = process.argv.slice(2)
const { judged, problems } = await examine(
  documents(paths.length > 0 ? paths : undefined),
  "documents-command"
)

for (const { block, reason } of judged.filter((each) => each.reason !== undefined)) {
  console.log(`${block.document}:${block.line}: ${block.language} not run: ${reason}`)
}
console.log(
  `\n${judged.length} blocks, of which ${judged.filter(({ how }) => how === "run").length} were run\n`
)
for (const problem of problems) console.log(describeProblem(problem))
console.log(problems.length === 0 ? "Nothing is wrong." : `${problems.length} wrong.`)
process.exitCode = problems.length === 0 ? 0 : 1
