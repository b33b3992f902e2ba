import { resolve } from "node:path";
import { z } from "zod";
import { parseSettings, type Settings } from "../settings.ts";

const schema = z.object({
  HOST: z.string().min(1).default("127.0.0.1"),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, "must be a port number")
    .transform(Number)
    .refine((port) => port <= 65_535, "must be a port number")
    .default(8787),
  DATA_DIR: z.string().min(1).default(".data"),
});

/** Where the self-hosted service listens and keeps its data, and the Worker's own settings. */
export interface HostSettings {
  host: string;
  port: number;
  dataDir: string;
  worker: Settings;
}

/** @throws Error with one sentence that names the setting */
export function parseHostSettings(environment: NodeJS.ProcessEnv): HostSettings {
  const given = Object.entries(environment).filter(([, value]) => value !== "");
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`Setting ${String(issue?.path[0])} ${issue?.message ?? "is not valid"}.`);
  }
  const { HOST: host, PORT: port, DATA_DIR: dataDir } = parsed.data;
  return { host, port, dataDir: resolve(dataDir), worker: parseSettings(environment) };
}
