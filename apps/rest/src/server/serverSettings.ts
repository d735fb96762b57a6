// What the settings of core's server are here.
import * as ServerSettings from "@leadline/core/server-settings"
import type { OperatorSettings } from "../settings/operator.ts"
import type { Settings } from "../settings/server.ts"

/** Settings of the server's guards. */
export const layerServerSettings = (
  { minDataRate, origins, proxies, publicUrl }: Settings,
  { logAddresses }: OperatorSettings
) => ServerSettings.layer({ logAddresses, minDataRate, origins, proxies, publicUrl })
