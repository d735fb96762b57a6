// Opens the tunnel of a connection through its proxy.
import { connectTimeout } from "./clientDefaults.ts"
import type { Connect, PendingConnection, ConnectTarget } from "./connect.ts"
import type { ChooseProxy, Proxy } from "./proxy.ts"

const failure = (message: string): Error => Object.assign(new Error(message), { code: "ERR_PROXY_TUNNEL" })

type OnPhase = Parameters<Connect>[1]
type Callback = Parameters<Connect>[2]

/** Connects through the chosen proxy with CONNECT, for https and http alike; directly without one. */
export const throughProxy = (choose: ChooseProxy, directly: Connect, toProxy: Connect): Connect => {
  const tunnel = (
    proxy: Proxy,
    target: ConnectTarget,
    onPhase: OnPhase,
    callback: Callback
  ): PendingConnection => {
    let current: PendingConnection
    const timer = setTimeout(
      () => current.destroy(Object.assign(new Error("The proxy timed out"), { code: "ETIMEDOUT" })),
      connectTimeout
    )
    const done: Callback = (...result) => {
      clearTimeout(timer)
      callback(...result)
    }
    const fail = (cause: Error) => done(cause, null)
    current = toProxy(
      proxy.target,
      (phase) => onPhase(phase === "tls" ? "connect" : phase),
      (cause, line) => {
        if (cause !== null) return fail(cause)
        const port = target.port || (target.protocol === "https:" ? "443" : "80")
        const path = `${target.hostname.includes(":") ? `[${target.hostname}]` : target.hostname}:${port}`
        const { authorization } = proxy
        const connect = process.getBuiltinModule("node:http").request({
          method: "CONNECT",
          path,
          createConnection: () => line,
          headers: { host: path, ...(authorization && { "proxy-authorization": authorization }) }
        })
        current = connect
        connect.once("error", fail)
        connect.once("connect", ({ statusCode = 0 }, socket, head) => {
          connect.off("error", fail)
          if (statusCode < 200 || statusCode > 299 || head.length > 0) {
            socket.destroy()
            return fail(failure(`The proxy opened no tunnel: status ${statusCode}`))
          }
          if (target.protocol !== "https:") return done(null, line)
          current = directly({ ...target, httpSocket: line }, onPhase, done)
        })
        connect.end()
      }
    )
    return { destroy: (cause) => current.destroy(cause) }
  }
  return (target, onPhase, callback) => {
    const proxy = choose(target)
    return proxy === undefined
      ? directly(target, onPhase, callback)
      : tunnel(proxy, target, onPhase, callback)
  }
}
