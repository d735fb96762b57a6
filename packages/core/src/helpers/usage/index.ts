// Usage: tokens and cost of all calls of a client.
export type { UsageSum } from "./readUsage.ts"
export { trackUsage, type UsageTracker } from "./trackUsage.ts"
