#!/usr/bin/env node
// The program: the command line on this process.
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import { complain, exitCode } from "./commands/exitCode.ts"
import { leadline } from "./commands/leadline.ts"

const args = process.argv.slice(2)

leadline(args).pipe(
  Effect.tapCause(complain),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({ disableErrorReporting: true, teardown: (exit, done) => done(exitCode(args, exit)) })
)
