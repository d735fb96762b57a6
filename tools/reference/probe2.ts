import { packages } from "./packages.ts"
import { open } from "./program.ts"
import { modules } from "./model.ts"
import { format } from "oxfmt"
const t = performance.now()
const p = open()
console.log("open", performance.now() - t)
const all = modules(p, packages())
console.log("model", performance.now() - t)
p.close()
let n = 0, big = 0
for (const m of all) for (const e of m.exports) { n++
  if (e.doc === "") console.log("NODOC", m.specifier, e.name, e.file)
  if (e.code.length > 2500) console.log("BIG", m.specifier, e.name, e.code.length)
  const r = await format("a.ts", e.code, { semi: false, printWidth: 100, trailingComma: "none" })
  if (r.errors.length) console.log("ERR", m.specifier, e.name, JSON.stringify(r.errors).slice(0,200), e.code.slice(0, 300))
  if (process.argv[2] && m.specifier.endsWith(process.argv[2])) console.log(`\n### ${e.name} (${e.kind})\n${e.doc}\n---\n${r.code}`)
}
console.log(n, performance.now() - t)
