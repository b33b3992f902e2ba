import { join } from "node:path";
import { unstable_readConfig as readConfig } from "wrangler";
import { askWrangler, PROJECT, WranglerFailure } from "./wrangler.ts";

/** A database, bucket or queue of the account, with the command of wrangler for its kind. */
export interface Resource {
  kind: string;
  name: string;
  command: string[];
}

/** What of wrangler's configuration is read here; its own types are not part of its package. */
interface NamedResources {
  queues: { producers?: { queue?: string }[] };
  d1_databases: { database_name?: string }[];
  r2_buckets: { bucket_name?: string }[];
}

/**
 * Creates what wrangler.toml names, before a first deploy: migrations need the databases.
 * @param onPresent called for each resource, also where an earlier attempt created it
 * @throws WranglerFailure
 */
export function createResources(onPresent: (resource: Resource) => void): void {
  for (const resource of listResources()) {
    if (create(resource)) console.log(`Created ${resource.kind} ${resource.name}`);
    onPresent(resource);
  }
}

function listResources(): Resource[] {
  const { queues, d1_databases, r2_buckets }: NamedResources = readConfig({
    config: join(PROJECT, "wrangler.toml"),
  });
  const named = (kind: string, command: string[], names: (string | undefined)[]) =>
    names.filter((name) => name !== undefined).map((name) => ({ kind, name, command }));
  return [
    ...named("queue", ["queues"], queues.producers?.map(({ queue }) => queue) ?? []),
    ...named(
      "database",
      ["d1"],
      d1_databases.map(({ database_name: name }) => name),
    ),
    ...named(
      "bucket",
      ["r2", "bucket"],
      r2_buckets.map(({ bucket_name: name }) => name),
    ),
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
