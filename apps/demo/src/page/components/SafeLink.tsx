// Addresses that others chose: only those of the web become links, and they learn nothing of this page.
import type { ComponentChildren } from "preact"
import { useAbout } from "../AboutContext.ts"
import { safeAddress } from "../addresses.ts"

/** A link in a tab of its own, or plain text where the address is none of the web. */
export const SafeLink = ({
  children,
  label,
  url
}: {
  readonly url: string
  readonly children: ComponentChildren
  /** What it says aloud, where the text is a number alone. */
  readonly label?: string
}) => {
  const href = safeAddress(url, useAbout()?.sources)
  return href === undefined ? (
    <span>{children}</span>
  ) : (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      {...(label === undefined ? {} : { "aria-label": label, title: label })}
    >
      {children}
    </a>
  )
}
