// API keys created on the page: shown once, then known by a handle. Secrets stay on the server.
// Source: §4.2, §5.7.
import type { KnownKey, Reply } from "../protocol.ts"
import { replyOf } from "./calls.ts"
import type { Service } from "./service.ts"
import type { Session } from "./sessions.ts"

/** The keys of a session, without their secrets. */
export const list = ({ keys }: Session): ReadonlyArray<KnownKey> =>
  Array.from(keys, ([handle, { isRevoked, name }]) => ({ handle, name, isRevoked }))

/** Creates a key. Only this reply holds its secret. */
export const create = async (service: Service, session: Session, name: unknown): Promise<Reply> => {
  const reply = await replyOf(service.client.apiKeys.generate({ token_name: name as string }))
  if (!reply.ok) return reply
  const { auth_token: text } = reply.data as { readonly auth_token: string }
  const handle = crypto.randomUUID()
  session.keys.set(handle, { name: String(name), text, isRevoked: false })
  return { ...reply, data: { handle, text } }
}

/** Revokes a key of the session. Undefined: it has no such key. */
export const revoke = async (
  service: Service,
  session: Session,
  handle: unknown
): Promise<Reply | undefined> => {
  const key = session.keys.get(String(handle))
  if (key === undefined) return undefined
  const reply = await replyOf(service.client.apiKeys.revoke({ auth_token: key.text }))
  if (reply.ok) key.isRevoked = true
  return reply
}

/** Makes a small call with a key of the session. Undefined: it has no such key. */
export const test = async (
  service: Service,
  session: Session,
  handle: unknown
): Promise<Reply | undefined> => {
  const key = session.keys.get(String(handle))
  if (key === undefined) return undefined
  const client = service.open({ apiKey: key.text })
  const reply = await replyOf(
    client.decisions.create({
      model: "decider-27b",
      state: "The sky is blue.",
      questions: { blue: { type: "noul", instructions: "Is the sky blue?" } }
    })
  )
  await client.close()
  return reply
}
