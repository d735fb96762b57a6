// All resources that this package keeps.
import type { ApiKeys } from "@leadline/core/api-keys"
import type { AsyncChat } from "@leadline/core/async-chat"
import type { Skills } from "@leadline/core/skills"
import * as Layer from "effect/Layer"
import type * as SqlClient from "effect/sql/SqlClient"
import { layerAsyncChat } from "./async-chat/service.ts"
import type { Pepper } from "./crypto/Pepper.ts"
import { layerApiKeys } from "./keys/service.ts"
import { layerSkills } from "./skills/service.ts"

/** Every resource of this package with its defaults. Async chats are stored; `layerAsyncChatWorker` answers them. */
export const layerResources: Layer.Layer<ApiKeys | AsyncChat | Skills, never, SqlClient.SqlClient | Pepper> =
  Layer.fresh(Layer.mergeAll(layerApiKeys(), layerAsyncChat, layerSkills()))
