// Links to addresses from answers: only http and https become links, and they get no referrer.
import type { ComponentChildren } from "preact"
import { useAbout } from "../AboutContext.ts"
import { safeAddress } from "../addresses.ts"

/** A link that opens in a new tab, or plain text where the address is not http or https. */
export const SafeLink = ({
  children,
  label,
  url
}: {
  readonly url: string
  readonly children: ComponentChildren
  /** The accessible name, where the text is only a number. */
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
