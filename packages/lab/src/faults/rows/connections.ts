// Faults of DNS, addresses and peers.
import { connectionError, deadlineError, row, type FaultRow } from "./FaultRow.ts"

const unsent = (error: ReturnType<typeof connectionError>) => ({ ...error, sent: false })
const onFetch = [{ ...deadlineError("headers"), sent: true }]

/** The rows. */
export const linkRows: ReadonlyArray<FaultRow> = [
  row("name does not resolve", unsent(connectionError("dns", "notFound")), undefined, {
    link: "unresolved"
  }),
  row("connecting into a black hole until the deadline", unsent(deadlineError("connect")), undefined, {
    link: "black hole",
    timeout: 1_000,
    repeats: 1,
    onFetch
  }),
  row(
    "connecting into a black hole for longer than one connection may take",
    unsent(deadlineError("connect")),
    undefined,
    { link: "black hole", timeout: 30_000, connectTimeout: 500, maxRetries: 1, repeats: 2 }
  ),
  row(
    "TLS handshake never finishes",
    [unsent(deadlineError("tls")), unsent(deadlineError("connect"))],
    undefined,
    { link: "handshake without end", timeout: 1_000, repeats: 1, onFetch }
  ),
  row(
    "peer stops reading before a large request is through",
    [deadlineError("send"), deadlineError("headers")],
    undefined,
    {
      link: "unread",
      size: 12 << 20,
      only: ({ retry }) => retry !== "never",
      isHeavy: true,
      timeout: 2_500
    }
  )
]
