// A server over the fake engines as a process. Argument: milliseconds of its grace period.
import { layerServer } from "@leadline/transport-node/server"
import * as Layer from "effect/Layer"
import { layerServices } from "../../server/testServer.ts"
import { runServer } from "../runServer.ts"

const grace = Number(process.argv[2])

runServer(layerServer({ grace, linger: 1_000, port: 0 }).pipe(Layer.provide(layerServices())))
