import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { deserialize, serialize } from "node:v8";
import { BUILD, WORKER_SCRIPT } from "../project.ts";
import type { StoredObject } from "./memory-r2.ts";

/** A release as stored after the shipped facts are loaded. */
export interface PreparedRelease {
  database: DatabaseSync;
  objects: Map<string, StoredObject>;
}

/** Returns a folder next to the build output. A later build of the Worker has another one. */
function folderOf(): string {
  const { mtimeMs, size } = statSync(WORKER_SCRIPT);
  return join(BUILD, "in-process", `${Math.round(mtimeMs)}-${size}`);
}

/** Returns the release that an earlier run with this Worker stored; null if there is none or it cannot be read. */
export function findPrepared(): PreparedRelease | null {
  const folder = folderOf();
  try {
    const objects = deserialize(
      readFileSync(join(folder, "objects")),
    ) as PreparedRelease["objects"];
    // Several programs may have it open simultaneously. Nothing writes to it.
    return {
      database: new DatabaseSync(join(folder, "knowledge.sqlite"), { readOnly: true }),
      objects,
    };
  } catch {
    return null;
  }
}

/** Stores a release for later runs. Without space or write permission, they load the facts again. */
export async function keepPrepared({ database, objects }: PreparedRelease): Promise<void> {
  const folder = folderOf();
  const part = `${folder}.${process.pid}`;
  try {
    mkdirSync(part, { recursive: true });
    await backup(database, join(part, "knowledge.sqlite"));
    writeFileSync(join(part, "objects"), serialize(objects));
    mkdirSync(dirname(folder), { recursive: true });
    // Complete under its name.
    renameSync(part, folder);
  } catch {
    // The next run tries again, unless another one was first.
    rmSync(part, { recursive: true, force: true });
  }
}
