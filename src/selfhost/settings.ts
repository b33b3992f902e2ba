import { parseSettings, type Settings } from "../settings.ts";
import { readHostSettings } from "./host-settings.mjs";

/** Where the self-hosted service listens and keeps its data, and the Worker's own settings. */
export interface HostSettings {
  host: string;
  port: number;
  dataDir: string;
  worker: Settings;
}

/** @throws Error with one sentence that names the setting */
export function parseHostSettings(environment: NodeJS.ProcessEnv): HostSettings {
  return { ...readHostSettings(environment), worker: parseSettings(environment) };
}
