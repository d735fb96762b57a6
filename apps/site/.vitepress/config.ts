// Settings of VitePress. `npm run site` builds; the pages come from tools/pages.ts.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { defineConfig } from "vitepress"
import { addressOf, root, titleOf } from "../tools/pages.ts"
import { options, searchOptions } from "./search.ts"
import { sidebar } from "./sidebar.ts"

const { version } = JSON.parse(readFileSync(join(root, "packages/core/package.json"), "utf8"))
const base = (process.env["SITE_BASE"] ?? "/") as `/${string}/`
const repository = process.env["LEADLINE_REPOSITORY"]

const linkOf = (source: string) => `/${(addressOf(source) ?? source).replace(/^index$/, "")}`

/** As GitHub makes it of a heading, so that an anchor is right in both places. */
const slugify = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-")

export default defineConfig({
  title: "Leadline",
  description: "Typed decisions with probabilities, in front of any model, tested offline",
  lang: "en",
  base,
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `${base}favicon.svg` }]],
  srcDir: ".vitepress/pages",
  outDir: "dist",
  cacheDir: "node_modules/.cache/vitepress",
  cleanUrls: true,
  // tools/check.ts looks at them, anchors included, with the API reference.
  ignoreDeadLinks: true,
  markdown: { anchor: { slugify }, languageAlias: { caddyfile: "nginx" } },
  themeConfig: {
    search: {
      provider: "local",
      options: {
        detailedView: true,
        miniSearch: { options, searchOptions }
      }
    },
    outline: [2, 3],
    nav: [
      { text: "Guides", link: "/pages-by-task" },
      { text: "API reference", link: "/reference/index.html", target: "_self" },
      { text: version === "0.0.0" ? "Unreleased" : `Version ${version}`, link: "/changelog" }
    ],
    sidebar: sidebar.map(({ title, pages }) => ({
      text: title,
      items: pages.map((page) => {
        const [source, label] = typeof page === "string" ? [page, titleOf(page)] : page
        return { text: label, link: linkOf(source) }
      })
    })),
    ...(repository === undefined || repository === ""
      ? {}
      : { socialLinks: [{ icon: "github", link: repository, ariaLabel: "Sources" }] })
  }
})
