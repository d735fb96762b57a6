// Runs for each test file, as files share a process: the servers of a file end with it.
import { afterAll } from "vitest"
import { killServers } from "./serverProcess.ts"

afterAll(killServers)
