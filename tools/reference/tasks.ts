// What a reader wants to do, and the exports that do it: the second way into the reference.

export interface Task {
  readonly task: string
  /** `specifier#name`, each of which must exist. */
  readonly exports: ReadonlyArray<string>
}

export const tasks: ReadonlyArray<Task> = [
  {
    task: "Make a client on Node",
    exports: [
      "@leadline/transport-node#createClient",
      "@leadline/transport-node#layerClient",
      "@leadline/transport-node#ClientOptions"
    ]
  },
  {
    task: "Make a client on Deno, Bun or workerd, or in a browser",
    exports: [
      "@leadline/transport-fetch#createClient",
      "@leadline/transport-fetch#layerClient",
      "@leadline/transport-fetch#ClientOptions"
    ]
  },
  {
    task: "Carry requests over another HTTP library",
    exports: [
      "@leadline/core/transport#Transport",
      "@leadline/core/http-client#layerTransport",
      "@leadline/core/client#promises"
    ]
  },
  { task: "See every method of a client", exports: ["@leadline/core/client#Client"] },
  {
    task: "Set deadlines, retries and headers, for a client or for one call",
    exports: [
      "@leadline/core/client#CallOptions",
      "@leadline/core/client#RequestOptions",
      "@leadline/core/client#withOptions"
    ]
  },
  {
    task: "Read status, headers and rate limits of an answer",
    exports: [
      "@leadline/core/client#withResponse",
      "@leadline/core/client#ResponseInfo",
      "@leadline/core/client#raw"
    ]
  },
  {
    task: "Stop a call or a stream",
    exports: ["@leadline/core/client#AbortSignalLike", "@leadline/core/client#EventIterable"]
  },
  {
    task: "Log attempts, or wrap them in middleware",
    exports: ["@leadline/core/client#Logger", "@leadline/core/client#Middleware"]
  },
  {
    task: "Know what failed and what to do",
    exports: [
      "@leadline/core/errors#ApiError",
      "@leadline/core/errors#Common",
      "@leadline/core/errors#isApiError"
    ]
  },
  { task: "Keep a failure, or pass it on as JSON", exports: ["@leadline/core/errors/schema#ApiError"] },
  {
    task: "Get an answer as a value of a schema",
    exports: [
      "@leadline/core/structured-output#parseChat",
      "@leadline/core/structured-output#parseResponse",
      "@leadline/core/structured-output#StructuredOutputError"
    ]
  },
  {
    task: "Let a model call functions",
    exports: [
      "@leadline/core/tools#runTools",
      "@leadline/core/tools#runToolsStream",
      "@leadline/core/tools#tool"
    ]
  },
  {
    task: "Send images, and make the zip of a skill",
    exports: [
      "@leadline/core/files#imagePart",
      "@leadline/core/files#skillZip",
      "@leadline/transport-node/files#imageFromPath",
      "@leadline/transport-node/files#skillFromFolder"
    ]
  },
  { task: "Sum up tokens and cost of a client", exports: ["@leadline/core/usage#trackUsage"] },
  {
    task: "Ask questions about content",
    exports: [
      "@leadline/core/decisions#DecisionsMethods",
      "@leadline/core/decisions#DecisionsRequest",
      "@leadline/core/decisions#DecisionsResponse"
    ]
  },
  {
    task: "Chat, whole or streamed",
    exports: [
      "@leadline/core/chat#ChatMethods",
      "@leadline/core/chat#ChatRequest",
      "@leadline/core/chat#ChatChunk"
    ]
  },
  {
    task: "Pass a stream on to a browser, or collect it",
    exports: [
      "@leadline/core/streams#toResponse",
      "@leadline/core/streams#fromReadableStream",
      "@leadline/core/streams#finalResponse"
    ]
  },
  {
    task: "Work through many items",
    exports: ["@leadline/core/bulk#mapDecisions", "@leadline/core/bulk#embedAll"]
  },
  {
    task: "Let an agent answer, whole or streamed",
    exports: [
      "@leadline/core/responses#ResponsesMethods",
      "@leadline/core/responses#ResponsesRequest",
      "@leadline/core/responses#ResponseEvent"
    ]
  },
  { task: "Chat in the background", exports: ["@leadline/core/async-chat#AsyncChatMethods"] },
  { task: "Search", exports: ["@leadline/core/search#SearchMethods"] },
  {
    task: "Embed texts, or chunks in their document",
    exports: [
      "@leadline/core/embeddings#EmbeddingsMethods",
      "@leadline/core/contextualized-embeddings#ContextualizedEmbeddingsMethods"
    ]
  },
  { task: "Manage skills", exports: ["@leadline/core/skills#SkillsMethods"] },
  { task: "Generate and revoke keys", exports: ["@leadline/core/api-keys#ApiKeysMethods"] },
  { task: "List models", exports: ["@leadline/core/models#ModelsMethods"] },
  {
    task: "Test offline with mock responses",
    exports: [
      "@leadline/core/testing#mockClient",
      "@leadline/core/testing#respond",
      "@leadline/core/testing#fail",
      "@leadline/core/testing#when"
    ]
  },
  {
    task: "Record real answers and replay them",
    exports: ["@leadline/core/testing#record", "@leadline/core/testing#replay"]
  },
  { task: "Serve the contract on Node", exports: ["@leadline/transport-node/server#layerServer"] },
  {
    task: "Serve the contract as a fetch handler",
    exports: ["@leadline/transport-fetch/server#toWebHandler"]
  },
  {
    task: "Answer with an engine of one's own",
    exports: [
      "@leadline/core/decisions#make",
      "@leadline/core/decisions#fromWeigher",
      "@leadline/core/chat#make",
      "@leadline/core/embeddings#make",
      "@leadline/core/contextualized-embeddings#make"
    ]
  },
  {
    task: "Answer offline, in process",
    exports: [
      "@leadline/engine-embedded#layerDecisions",
      "@leadline/engine-embedded#layerSearch",
      "@leadline/engine-embedded#layerResponses"
    ]
  },
  {
    task: "Pass requests on to another server",
    exports: [
      "@leadline/backends#layerBackend",
      "@leadline/backends#BackendOptions",
      "@leadline/backends#layerDecisions"
    ]
  },
  {
    task: "Verify API keys",
    exports: [
      "@leadline/core/authentication#ApiKeyVerifier",
      "@leadline/core/authentication#layerKeys",
      "@leadline/store-sql#layerApiKeyVerifier"
    ]
  },
  {
    task: "Create, list and revoke keys beside a server",
    exports: [
      "@leadline/store-sql#createKey",
      "@leadline/store-sql#listKeys",
      "@leadline/store-sql#revokeKeys",
      "@leadline/store-sql#ensureKey"
    ]
  },
  {
    task: "Keep keys, skills and async chat in SQL",
    exports: [
      "@leadline/store-sql/sqlite#layer",
      "@leadline/store-sql#layerApiKeys",
      "@leadline/store-sql#layerSkills",
      "@leadline/store-sql#layerAsyncChat",
      "@leadline/store-sql#layerAsyncChatWorker"
    ]
  },
  {
    task: "Read and verify the audit log",
    exports: ["@leadline/store-sql#listAudit", "@leadline/store-sql#verifyAudit"]
  },
  {
    task: "Limit requests and tokens, on one node or several",
    exports: [
      "@leadline/core/rate-limit#layerMemory",
      "@leadline/core/rate-limit#RateLimiterOptions",
      "@leadline/store-redis#layer"
    ]
  },
  {
    task: "Bound bodies, times and connections",
    exports: ["@leadline/core/server-settings#Settings", "@leadline/transport-node/server#ServerOptions"]
  },
  {
    task: "Log each request",
    exports: ["@leadline/core/access-log#AccessLog", "@leadline/core/access-log#Entry"]
  },
  {
    task: "Answer probes and show metrics",
    exports: [
      "@leadline/core/health#layerSettings",
      "@leadline/core/health#Settings",
      "@leadline/core/metrics#requests"
    ]
  },
  {
    task: "Shut a server down gracefully",
    exports: ["@leadline/core/shutdown#layerOnRelease", "@leadline/core/shutdown#ShutdownOptions"]
  },
  {
    task: "Serve on another runtime, or from a program with an HttpRouter",
    exports: ["@leadline/core/server#Exchange", "@leadline/core/http-server#layer"]
  },
  { task: "Get the OpenAPI document", exports: ["@leadline/core/openapi#document"] }
]
