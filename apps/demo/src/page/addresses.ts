// Which addresses of others the page opens or shows.
// Source: §5.7; Assumed: ours.

/** Where a link may lead: http and https, or a document that the demo shows itself. Undefined: nowhere. */
export const safeAddress = (text: string, sources: string | undefined): string | undefined => {
  if (sources !== undefined && text.startsWith(sources)) return `/source/${text.slice(sources.length)}`
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) ? url.href : undefined
}

/** Is it an image that comes with the answer or from the demo itself? No other is loaded. */
export const isOwnImage = (url: string): boolean =>
  /^data:image\/(?:png|jpeg|webp|gif);/.test(url) || url.startsWith("blob:") || /^\/(?![/\\])/.test(url)
