// The pages of the reference: one per subpath, and an index by package and by task.
import { format } from "oxfmt"
import { dirname, join, relative } from "node:path"
import { type Export, kinds, type Module } from "./model.ts"
import { tasks } from "./tasks.ts"

const folder = "docs/api"
const written = "Written by `npm run generate:reference` from the sources. Do not edit."

/** The path of a subpath's page: `docs/api/core/decisions.md`. */
const pageOf = ({ package: { short, name }, specifier }: Module): string =>
  join(
    folder,
    short,
    `${specifier === name ? "index" : specifier.slice(name.length + 1).replaceAll("/", "-")}.md`
  )

const headings: Record<Export["kind"], string> = {
  Service: "Services",
  Layer: "Layers",
  Function: "Functions and effects",
  Failure: "Failures",
  Schema: "Schemas",
  Type: "Types",
  Setting: "Settings, each with a default",
  Value: "Values"
}

/** Is its source in a server's folder, or a server's registry? The index lists such subpaths apart. */
const isServerSide = ({ package: { subpaths }, specifier }: Module): boolean =>
  subpaths.some(
    (subpath) =>
      subpath.specifier === specifier &&
      /\/src\/((server|openapi|scheduling)\/|(Api|OpenApi|Server|server)\.ts$)/.test(subpath.source)
  )

interface Place {
  readonly page: string
  readonly anchor: string
}

const sectionsOf = ({ exports }: Module) =>
  kinds.flatMap((kind) => {
    const all = exports.filter((each) => each.kind === kind)
    return all.length === 0
      ? []
      : [{ kind, exports: all.toSorted((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1)) }]
  })

/** Anchors as GitHub makes them: lower case, with a number for duplicates. */
const anchorsOf = (module: Module): ReadonlyMap<Export, string> => {
  const seen = new Map<string, number>()
  const anchor = (heading: string): string => {
    const slug = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-")
    const count = seen.get(slug) ?? 0
    seen.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  }
  anchor(module.specifier)
  return new Map(
    sectionsOf(module).flatMap(({ exports, kind }) => {
      anchor(headings[kind])
      return exports.map((each) => [each, anchor(each.name)] as const)
    })
  )
}

const firstSentence = (doc: string): string => {
  const line = (doc.split("\n\n")[0] ?? "").replaceAll(/\s+/g, " ").replace(/^Assumed: [^.]*\. /, "")
  return line.match(/^.*?\.(?= [A-Z`]|$)/)?.[0] ?? line
}

const wanted = new Set(["respond", "createClient", "isApiError", "mockClient"])

/** The import line of a page, with its main exports. */
const importance = ({ name }: Export): number => (wanted.has(name) ? 0 : 1)

const cell = (text: string): string => text.replaceAll("|", "\\|")

const formatted = async (name: string, code: string): Promise<string> => {
  const { code: text, errors } = await format("page.ts", code, {
    semi: false,
    printWidth: 100,
    trailingComma: "none"
  })
  if (errors.length > 0)
    throw new Error(`${name}: ${errors.map(({ message }) => message).join(", ")}\n${code}`)
  return text.trim()
}

export const pages = async (modules: ReadonlyArray<Module>): Promise<ReadonlyMap<string, string>> => {
  const places = new Map<number, Place & { readonly name: string }>()
  const byName = new Map<string, Place>()
  for (const module of modules) {
    for (const [each, anchor] of anchorsOf(module)) {
      const place = { page: pageOf(module), anchor, name: each.name }
      if (!places.has(each.symbol)) places.set(each.symbol, place)
      byName.set(`${module.specifier}#${each.name}`, place)
    }
  }

  const to = (from: string, { anchor, page }: Place): string =>
    `${page === from ? "" : relative(dirname(from), page)}#${anchor}`

  /** `{@link X}` as a link within the module's own words, or as code. */
  const linked = (text: string, module: Module, page: string): string =>
    text.replaceAll(/\{@link ([^}\s]+)[^}]*\}/g, (_, name: string) => {
      const place =
        byName.get(`${module.specifier}#${name}`) ?? [...places.values()].find((each) => each.name === name)
      return place === undefined ? `\`${name}\`` : `[\`${name}\`](${to(page, place)})`
    })

  const entry = async (each: Export, module: Module, page: string): Promise<string> => {
    const own = byName.get(`${module.specifier}#${each.name}`)
    const see = [...each.mentions]
      .flatMap((id) => places.get(id) ?? [])
      .filter((place) => (place.page === own?.page ? place.anchor !== own.anchor : /^[A-Z]/.test(place.name)))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map((place) => `[${place.name}](${to(page, place)})`)
    return [
      `### ${each.name}`,
      linked(each.doc, module, page),
      `\`\`\`ts\n${await formatted(each.name, each.code)}\n\`\`\``,
      ...(see.length === 0 ? [] : [`See ${[...new Set(see)].join(", ")}.`]),
      `[${each.file}](${relative(dirname(page), each.file)})${/^(none|$)/.test(each.sources) ? "" : `, ${each.sources}`}`
    ].join("\n\n")
  }

  const page = async (module: Module): Promise<string> => {
    const path = pageOf(module)
    const anchors = anchorsOf(module)
    const values = sectionsOf(module)
      .flatMap(({ exports }) => exports.filter(({ isValue }) => isValue))
      .toSorted((a, b) => importance(a) - importance(b))
    const imported = (values.length > 0 ? values.slice(0, 2) : module.exports.slice(0, 2)).map(
      ({ name }) => name
    )
    const how = `import ${values.length > 0 ? "" : "type "}{ ${imported.join(", ")} } from "${module.specifier}"`
    const sections = await Promise.all(
      sectionsOf(module).map(async ({ exports, kind }) => {
        const entries = await Promise.all(exports.map((each) => entry(each, module, path)))
        return [`## ${headings[kind]}`, ...entries].join("\n\n")
      })
    )
    const rows = sectionsOf(module).flatMap(({ exports, kind }) =>
      exports.map(
        (each) =>
          `| [${each.name}](#${anchors.get(each)}) | ${kind} | ${cell(linked(firstSentence(each.doc), module, path))} |`
      )
    )
    return [
      `# ${module.specifier}`,
      module.head,
      ...(/^(none|$)/.test(module.sources) ? [] : [`Source: ${module.sources}`]),
      `\`\`\`ts\n${how}\n\`\`\``,
      ["| Name | Kind | What it is |", "| --- | --- | --- |", ...rows].join("\n"),
      ...sections,
      `${written} [All packages](${relative(dirname(path), `${folder}/README.md`)})`
    ].join("\n\n")
  }

  const index = (): string => {
    const path = `${folder}/README.md`
    const led = new Set(tasks.flatMap(({ exports }) => exports))
    for (const { exports, specifier } of modules) {
      for (const { name } of exports) {
        if (!name.endsWith("Methods") || led.has(`${specifier}#${name}`)) continue
        throw new Error(`tools/reference/tasks.ts has no task that leads to ${specifier}#${name}`)
      }
    }
    const table = (of: ReadonlyArray<Module>): string => {
      const rows = of
        .toSorted((a, b) => (a.specifier < b.specifier ? -1 : 1))
        .map(
          (module) => `| [${module.specifier}](${relative(folder, pageOf(module))}) | ${cell(module.head)} |`
        )
      return ["| Import | What it is |", "| --- | --- |", ...rows].join("\n")
    }
    const byPackage = [...Map.groupBy(modules, (module) => module.package)].map(
      ([{ description, name, short }, all]) => {
        const servers = all.filter(isServerSide)
        const others = all.filter((module) => !isServerSide(module))
        return [
          `### ${name}`,
          `${description} [Names](${short}.md), [declarations](declarations/${short}.md).`,
          table(others),
          ...(servers.length === 0 ? [] : ["For servers:", table(servers)])
        ].join("\n\n")
      }
    )
    const byTask = tasks.map(({ exports, task }) => {
      const links = exports.map((id) => {
        const place = byName.get(id)
        if (place === undefined)
          throw new Error(`tools/reference/tasks.ts names ${id}, which is not exported`)
        return `[${id.slice(id.indexOf("#") + 1)}](${to(path, place)})`
      })
      return `| ${task} | ${links.join(", ")} |`
    })
    return [
      "# API reference",
      "Every export of every public package, from the docstrings. Fields have the names they have on the wire.",
      "## By task",
      ["| To do | Look at |", "| --- | --- |", ...byTask].join("\n"),
      "## By package",
      ...byPackage,
      written
    ].join("\n\n")
  }

  const all = await Promise.all(
    modules.map(async (module) => [pageOf(module), `${await page(module)}\n`] as const)
  )
  return new Map([[`${folder}/README.md`, `${index()}\n`], ...all])
}
