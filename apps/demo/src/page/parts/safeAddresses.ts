// Which addresses from answers the page links to or loads.
// Source: §5.7; Assumed: ours.

/** The target of a link: http, https or a document of the demo. Undefined: no link. */
export const safeAddress = (text: string): string | undefined => {
  if (/^\/source\/[\w./@-]+$/.test(text)) return text
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined
}

/** The address as people read it: without its scheme, and a document by its path. */
export const shortAddress = (url: string): string => url.replace(/^(?:https?:\/\/|\/source\/)/, "")

/** Whether an image is part of the answer or served by the demo. No other is loaded. */
export const isOwnImage = (url: string): boolean =>
  /^data:image\/(?:png|jpeg|webp|gif);|^\/(?![/\\])/.test(url)
