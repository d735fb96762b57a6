// Finds images in the Markdown of search results.
// Source: §2.10, §4.10.
import type { SourcePage } from "./research.ts"

/** One image. Sizes are pixels; 0 when unknown. */
export interface FoundImage {
  readonly image_url: string
  readonly origin_url: string
  readonly title: string
  readonly width: number
  readonly height: number
}

/** Which images may be shown. */
export interface ImageFilters {
  /** Formats such as `png`, with or without a dot. */
  readonly formats: ReadonlyArray<string>
  /** Domains, subdomains included; a leading `-` excludes. */
  readonly domains: ReadonlyArray<string>
}

const maxImages = 20
const markdownImage =
  /!\[([^\]]{0,300})\]\(\s*<?([^\s)>]{1,2000})>?(?:\s+["'(]([^"')]{0,300})["')])?(?:\s+=(\d{1,5})x(\d{1,5}))?\s*\)/g

const resolveUrl = (text: string, base: string): URL | undefined => {
  const url = URL.parse(text, base)
  return url !== null && /^https?:$/.test(url.protocol) ? url : undefined
}

const domainCovers = (domain: string, host: string): boolean => host === domain || host.endsWith(`.${domain}`)

const normalizeFormat = (format: string): string =>
  format.toLowerCase().replace(/^\./, "").replace(/^jpg$/, "jpeg")

const allowed = (url: URL, { domains, formats }: ImageFilters): boolean => {
  const host = url.hostname.toLowerCase()
  const names = domains.map((name) => name.toLowerCase())
  const wanted = names.filter((name) => !name.startsWith("-"))
  if (names.some((name) => name.startsWith("-") && domainCovers(name.slice(1), host))) return false
  if (wanted.length > 0 && !wanted.some((name) => domainCovers(name, host))) return false
  if (formats.length === 0) return true
  const own = normalizeFormat(/\.([a-z0-9]{2,5})$/i.exec(url.pathname)?.[1] ?? "")
  return formats.some((format) => normalizeFormat(format) === own)
}

const parsePixels = (text: string | null | undefined): number =>
  /^\d{1,5}$/.test(text ?? "") ? Number(text) : 0

/** Size in pixels, from the markup or the URL. */
const sizeOf = (url: URL, width: string | undefined, height: string | undefined) => {
  const inName = /[-_](\d{2,5})x(\d{2,5})\.[a-z0-9]+$/i.exec(url.pathname)
  const query = (name: string, short: string) => url.searchParams.get(name) ?? url.searchParams.get(short)
  return {
    width: parsePixels(width ?? inName?.[1] ?? query("width", "w")),
    height: parsePixels(height ?? inName?.[2] ?? query("height", "h"))
  }
}

/** The images of the pages in order, each URL once; at most 20. */
export const findImages = (
  sources: ReadonlyArray<SourcePage>,
  filters: ImageFilters
): ReadonlyArray<FoundImage> => {
  const found = new Map<string, FoundImage>()
  for (const { snippet, title, url } of sources) {
    for (const [, alt = "", target = "", caption, width, height] of snippet.matchAll(markdownImage)) {
      const image = resolveUrl(target, url)
      if (image === undefined || !allowed(image, filters) || found.has(image.href)) continue
      found.set(image.href, {
        image_url: image.href,
        origin_url: url,
        title: alt.trim() || (caption ?? "").trim() || title,
        ...sizeOf(image, width, height)
      })
    }
  }
  return [...found.values()].slice(0, maxImages)
}
