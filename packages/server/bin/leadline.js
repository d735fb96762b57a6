#!/usr/bin/env node
// The command `leadline`. It says which Node it needs, where an older one would only fail to load the program.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)

if (major > 22 || (major === 22 && minor >= 19)) {
  await import("../dist/main.js")
} else {
  console.error(`leadline: needs Node 22.19 or later, and this is Node ${process.versions.node}`)
  process.exitCode = 1
}
