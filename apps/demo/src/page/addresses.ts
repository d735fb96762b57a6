// Which addresses from answers the page links to or loads.
// Source: §5.7; Assumed: ours.

/** The target of a link: http, https, or a document that the demo serves itself. Undefined: no link. */
export const safeAddress = (text: string, sources: string | undefined): string | undefined => {
  if (sources !== undefined && text.startsWith(sources)) return `/source/${text.slice(sources.length)}`
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) ? url.href : undefined
}

/** Whether an image is part of the answer or served by the demo. No other is loaded. */
export const isOwnImage = (url: string): boolean =>
  /^data:image\/(?:png|jpeg|webp|gif);/.test(url) || url.startsWith("blob:") || /^\/(?![/\\])/.test(url)
