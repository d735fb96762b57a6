#!/usr/bin/env node
// Entry point: runs the command line in this process.
// Assumed: ours; the interface knows no command line, no administration and no limits of connections.
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import { exitCode, isServing, printError } from "./commands/exitCode.ts"
import { leadline } from "./commands/leadline.ts"
import { makeProcessOutput, ProcessOutput } from "./logging/ProcessOutput.ts"

// Files are for the owner only: the database contains prompts.
process.umask(0o077)

const args = process.argv.slice(2)

leadline(args).pipe(
  isServing(args) ? Effect.provideService(ProcessOutput, makeProcessOutput()) : identity,
  Effect.tapCause(printError),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({ disableErrorReporting: true, teardown: (exit, done) => done(exitCode(args, exit)) })
)
