// Faults of DNS, addresses, certificates and proxies: L01 to L08.
import { connectionError, deadlineError, row, type FaultRow } from "./FaultRow.ts"
import { head, json, whole } from "../ServerScript.ts"

const large = 12 << 20

/** The rows. */
export const linkRows: ReadonlyArray<FaultRow> = [
  row("L01", "name does not resolve", "unsent", {
    link: "unresolved",
    wanted: [{ ...connectionError("dns", "notFound"), sent: false }]
  }),
  row(
    "L02",
    "connecting into a black hole",
    "unsent",
    {
      title: "until the deadline",
      link: "black hole",
      timeout: 1_000,
      repeats: 1,
      wanted: [{ ...deadlineError("connect"), sent: false }],
      onFetch: [{ ...deadlineError("headers"), sent: true }]
    },
    {
      title: "for longer than one connection may take",
      link: "black hole",
      timeout: 30_000,
      connectTimeout: 500,
      maxRetries: 1,
      repeats: 2,
      wanted: [{ ...deadlineError("connect"), sent: false }]
    }
  ),
  row("L03", "certificate expired", "final", {
    link: "expired certificate",
    wanted: [{ ...connectionError("tls", "certificate"), sent: false }]
  }),
  row("L04", "certificate of another host", "final", {
    link: "certificate of another host",
    wanted: [{ ...connectionError("tls", "certificate"), sent: false }]
  }),
  row("L05", "TLS handshake never finishes", "unsent", {
    link: "handshake without end",
    timeout: 1_000,
    repeats: 1,
    wanted: [
      { ...deadlineError("tls"), sent: false },
      { ...deadlineError("connect"), sent: false }
    ],
    onFetch: [{ ...deadlineError("headers"), sent: true }]
  }),
  row(
    "L06",
    "peer vanishes or stops reading",
    "final",
    {
      title: "before a large request is through",
      link: "unread",
      size: large,
      only: ({ retry }) => retry !== "never",
      isHeavy: true,
      timeout: 2_500,
      wanted: [deadlineError("send"), deadlineError("headers")]
    },
    { title: "after a request", link: "unread", timeout: 1_000, wanted: [deadlineError("headers")] },
    {
      title: "inside an answer",
      serve: ({ body }) => [{ write: head("200 OK", json, "content-length: 9999") + body }],
      timeout: 1_000,
      wanted: [deadlineError("body")]
    }
  ),
  row("L07", "the proxy answers 407", "final", {
    link: "proxy",
    serve: () => [{ write: whole("", "407 Proxy Authentication Required", "proxy-authenticate: Basic") }],
    wanted: [{ ...connectionError("connect", "proxy"), sent: false }]
  }),
  row("L08", "IPv6 dead, IPv4 alive", "final", {
    link: "dead IPv6",
    serve: ({ body }) => [{ write: whole(body, "200 OK", json) }],
    wanted: ["ok"]
  })
]
