import { createHash, createHmac } from "node:crypto";
import { OBJECT_KEYS } from "../../runtime/storage.ts";

/** Names of the databases; wrangler.toml adds the prefix `tradecraft-`. */
export const DATABASES = ["workspace", "knowledge"] as const;

/** Returns the path of a database in a data folder. */
export function databaseFile(name: (typeof DATABASES)[number]): string {
  const key = OBJECT_KEYS.Database;
  return `d1/${key}/${objectId(key, name)}.sqlite`;
}

/** Returns the path of the table of objects in a data folder. */
export function bucketFile(): string {
  const key = OBJECT_KEYS.Bucket;
  return `r2/${key}/${objectId(key, "files")}.sqlite`;
}

/** Returns the id of a named Durable Object, which is also the name of its file. workerd derives it in this way. */
function objectId(uniqueKey: string, name: string): string {
  const key = createHash("sha256").update(uniqueKey).digest();
  const mac = (of: string | Uint8Array) =>
    createHmac("sha256", key).update(of).digest().subarray(0, 16);
  const ofName = mac(name);
  return Buffer.concat([ofName, mac(ofName)]).toString("hex");
}
