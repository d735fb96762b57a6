// Docstrings are published with the declarations: they hold nothing of the interface document.
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type ObjectExpression, parseSync, Visitor } from "oxc-parser"
import { assert, it } from "vitest"
import { isPublic, workspace } from "../../packages/lab/src/release/manifest.ts"
import { root } from "../generated.ts"

const marker = /\b(Assumed|Source):|§/

/** Where a docstring names the interface document, as `file:line`. */
const marked = (file: string, source: string): ReadonlyArray<string> =>
  parseSync(file, source).comments.flatMap(({ start, type, value }) =>
    type === "Block" && value.startsWith("*") && marker.test(value)
      ? [`${file}:${source.slice(0, start).split("\n").length}`]
      : []
  )

it("no docstring of a published package says Source, Assumed or §", () => {
  const published = workspace(root).filter((each) => each.dir !== "." && isPublic(each))
  const files = published.flatMap(({ dir }) => globSync(`${dir}/src/**/*.ts`, { cwd: root }))
  assert.isAbove(files.length, 100)
  const found = files.flatMap((file) => marked(file, readFileSync(join(root, file), "utf8")))
  assert.deepStrictEqual(found, [], "write them as // comments above the docstring")
})

it("a docstring with a marker is seen, a plain comment is not", () => {
  const source =
    "// Source: §1.\n/** Assumed: ours. */\nexport const a = 1\n/** In `§4`. */\nexport const b = 2\n"
  assert.deepStrictEqual(marked("a.ts", source), ["a.ts:2", "a.ts:4"])
})

/** The fields of the requests of a file without a docstring, as `file:line`. Requests are closed structs, responses are `open`. */
const undescribed = (file: string, source: string): ReadonlyArray<string> => {
  const { comments, program } = parseSync(file, source)
  const described = new Set(
    comments
      .filter(({ value }) => value.startsWith("*"))
      .map(({ end }) => end + (/^\s*/.exec(source.slice(end))?.[0].length ?? 0))
  )
  const found: Array<string> = []
  const check = ({ properties }: ObjectExpression) => {
    for (const property of properties) {
      if (property.type !== "Property" || described.has(property.start)) continue
      const text = source.slice(property.start, property.end)
      if (!text.startsWith("type: Schema.Literal("))
        found.push(`${file}:${source.slice(0, property.start).split("\n").length} ${text}`)
    }
  }
  new Visitor({
    CallExpression({ arguments: [fields], callee }) {
      if (source.slice(callee.start, callee.end) === "Schema.Struct" && fields?.type === "ObjectExpression")
        check(fields)
    },
    VariableDeclarator({ id, init }) {
      const fields = init?.type === "TSAsExpression" ? init.expression : init
      if (id.type === "Identifier" && id.name.endsWith("Filters") && fields?.type === "ObjectExpression")
        check(fields)
    }
  }).visit(program)
  return found
}

it("every field of a request has a docstring, which editors show", () => {
  const src = "packages/core/src"
  const files = [
    // The forms of other interfaces have no method of the client.
    ...globSync(`${src}/resources/**/{schema,input,tools}.ts`, {
      cwd: root,
      exclude: ["**/openai/**", "**/systemone/**"]
    }),
    ...globSync(`${src}/schema/{SearchFilters,chat/Message,chat/Request}.ts`, { cwd: root })
  ]
  assert.isAbove(files.length, 10)
  assert.deepStrictEqual(
    files.flatMap((file) => undescribed(file, readFileSync(join(root, file), "utf8"))),
    []
  )
  assert.deepStrictEqual(undescribed("a.ts", "Schema.Struct({\n/** A. */\na: A,\nb: B })"), ["a.ts:4 b: B"])
})
