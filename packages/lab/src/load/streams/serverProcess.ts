// A server over numbered chat streams as a process. Arguments: streams, milliseconds between two events.
import { layerSettings } from "@leadline/core/health"
import * as ServerSettings from "@leadline/core/server-settings"
import { layerServer } from "@leadline/transport-node/server"
import * as Layer from "effect/Layer"
import { layerServices } from "../../server/testServer.ts"
import { runServer } from "../runServer.ts"
import { layerNumberedChat } from "./numberedChat.ts"

const [streams, pace] = process.argv.slice(2).map(Number)

// One key opens all streams: its group may have so many at once. Being late is no reason to refuse one.
const server = layerServer({ maxLoopDelay: 0, port: 0 }).pipe(
  Layer.provide([
    layerServices({ chat: layerNumberedChat(streams ?? 0, pace ?? 0) }),
    ServerSettings.layer({ concurrency: (streams ?? 0) + 1 }),
    layerSettings({ showsMetrics: true })
  ])
)

runServer(server)
