// Responses of a network or a service that misbehaves.

/** An error response of the service. */
export const refused = (
  status: number,
  type: string,
  message: string,
  headers: Record<string, string> = {}
) =>
  Promise.resolve(Response.json({ error: { message, type, param: null, code: null } }, { status, headers }))

/** An HTML page, as proxies answer. */
export const page = (status: number) =>
  Promise.resolve(
    new Response("<html><body>A proxy's page</body></html>", {
      status,
      headers: { "content-type": "text/html" }
    })
  )

/** No response: rejects when the request is aborted. */
export const never = ({ signal }: Request) =>
  new Promise<Response>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason))
  })

const chunk = (content: string) => ({
  id: "demo",
  object: "chat.completion.chunk",
  created: 0,
  model: "sonar",
  choices: [{ index: 0, finish_reason: null, delta: { role: "assistant", content } }]
})

const encoder = new TextEncoder()
/** An event of a stream, as bytes. */
export const frame = (event: unknown) => encoder.encode(`data: ${JSON.stringify(event)}\n\n`)

/** A stream of two good events; what follows is the fault. */
export const streamOf = (then: (controller: ReadableStreamDefaultController<Uint8Array>) => void) =>
  Promise.resolve(
    new Response(
      new ReadableStream<Uint8Array>({
        start: (controller) => {
          controller.enqueue(frame(chunk("A noul is ")))
          controller.enqueue(frame(chunk("a yes or no, ")))
          then(controller)
        }
      }),
      { headers: { "content-type": "text/event-stream" } }
    )
  )
