import { consoleLog } from "../../platform/lib/log.ts";
import { decodeKindModel, type KindModel } from "./kind-model.ts";

const PATH = "/models/document-kind.bin";

/** Dependencies for loading the shipped weights. */
export interface KindDeps {
  readAsset: (path: string) => Promise<Response>;
}

/** Caches models by reader. Shipped files never change while the service runs. */
const opened = new WeakMap<KindDeps["readAsset"], KindModel>();

/** Loads the shipped weights. Returns null if they cannot be loaded, so that analyses continue without a kind. */
export async function openKindModel({ readAsset }: KindDeps): Promise<KindModel | null> {
  const known = opened.get(readAsset);
  if (known !== undefined) return known;
  try {
    const response = await readAsset(PATH);
    if (!response.ok) throw new Error(`Status ${response.status}`);
    const model = decodeKindModel(new Uint8Array(await response.arrayBuffer()));
    opened.set(readAsset, model);
    return model;
  } catch (error) {
    consoleLog("error", "model.unreadable", { path: PATH, error: String(error) });
    return null;
  }
}
