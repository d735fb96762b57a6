#!/usr/bin/env node
// Entry point: runs the command line in this process.
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import { exitCode, printError } from "./commands/exitCode.ts"
import { leadline } from "./commands/leadline.ts"

// Files are for the owner only: the database contains prompts.
process.umask(0o077)

const args = process.argv.slice(2)

leadline(args).pipe(
  Effect.tapCause(printError),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({ disableErrorReporting: true, teardown: (exit, done) => done(exitCode(args, exit)) })
)
