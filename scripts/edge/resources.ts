import { join } from "node:path";
import { unstable_readConfig as readConfig } from "wrangler";
import { askWrangler, PROJECT, WranglerFailure } from "./wrangler.ts";

/** A database, bucket or queue of the account, with the command of wrangler for its kind. */
export interface Resource {
  kind: string;
  name: string;
  command: string[];
}

/**
 * Creates what wrangler.toml names, before a first deploy: migrations need the databases.
 * @param onCreated called for each resource that was missing
 * @throws WranglerFailure
 */
export function createResources(onCreated: (resource: Resource) => void): void {
  for (const resource of listResources()) {
    if (!create(resource)) continue;
    console.log(`Created ${resource.kind} ${resource.name}`);
    onCreated(resource);
  }
}

/** The part of wrangler.toml that names resources; wrangler's own type of it does not resolve. */
interface Config {
  queues: { producers?: { queue?: string }[] };
  d1_databases: { database_name?: string }[];
  r2_buckets: { bucket_name?: string }[];
}

function listResources(): Resource[] {
  const config = readConfig({ config: join(PROJECT, "wrangler.toml") }) as Config;
  const named = (kind: string, command: string[], names: (string | undefined)[]) =>
    names.filter((name) => name !== undefined).map((name) => ({ kind, name, command }));
  const queues = config.queues.producers?.map(({ queue }) => queue) ?? [];
  const databases = config.d1_databases.map(({ database_name: name }) => name);
  const buckets = config.r2_buckets.map(({ bucket_name: name }) => name);
  return [
    ...named("queue", ["queues"], queues),
    ...named("database", ["d1"], databases),
    ...named("bucket", ["r2", "bucket"], buckets),
  ];
}

/** @returns whether it was missing */
function create({ command, name }: Resource): boolean {
  try {
    askWrangler(...command, "create", name);
    return true;
  } catch (error) {
    const isThere = error instanceof WranglerFailure && /already (exists|taken)/.test(error.output);
    if (isThere) return false;
    throw error;
  }
}
