import { parseSettings, type Settings } from "../settings.ts";
import { type BackupSettings, readBackupSettings } from "./backup/backup-settings.ts";
import { type ProxySettings, readProxySettings } from "./egress/proxy-settings.ts";
import { readHostSettings } from "./host-settings.mjs";

/** The address, data folder and proxies of the self-hosted service, and the Worker's own settings. */
export interface HostSettings {
  host: string;
  port: number;
  dataDir: string;
  worker: Settings;
  proxy: ProxySettings | null;
  backups: BackupSettings | null;
}

/** @throws Error with one sentence that names the setting */
export function parseHostSettings(environment: NodeJS.ProcessEnv): HostSettings {
  const proxy = readProxySettings(environment);
  const host = readHostSettings(environment);
  const backups = readBackupSettings(environment, host.dataDir);
  return { ...host, worker: parseSettings(environment), proxy, backups };
}
