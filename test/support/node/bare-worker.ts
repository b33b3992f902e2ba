import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { Embed, toCapnpText } from "../../../src/selfhost/runtime/capnp-text.ts";
import {
  createStorage,
  d1Binding,
  storageExtension,
} from "../../../src/selfhost/runtime/storage.ts";
import { V8_FLAGS } from "../../../src/selfhost/runtime/v8-flags.ts";
import { Workerd } from "../../../src/selfhost/runtime/workerd.ts";
import { temporaryFolder } from "./service.ts";

/** A Worker of a few lines on the workerd and the storage of the self-hosted service. */
export interface BareWorker {
  url: string;
  /** Ends workerd at once, as a power cut would. */
  kill(): void;
  stop(): Promise<void>;
}

/**
 * Starts a Worker with the bindings `DB`, a database, and `FILES`, a bucket.
 * @param script its module, an absolute path
 * @param folder of its data; a temporary one is removed at the end
 */
export async function startBareWorker(script: string, folder?: string): Promise<BareWorker> {
  const own = folder === undefined ? temporaryFolder() : null;
  const path = own?.path ?? folder ?? "";
  for (const name of ["d1", "r2"]) mkdirSync(join(path, name), { recursive: true });
  const embed = (file: string) => new Embed(relative(path, file));
  const worker = {
    modules: [{ name: "worker.js", esModule: embed(script) }],
    compatibilityDate: "2026-07-30",
    bindings: [
      d1Binding("DB", "workspace"),
      { name: "FILES", r2Bucket: "r2" },
      { name: "DATABASES", durableObjectNamespace: { className: "Database", serviceName: "d1" } },
    ],
  };
  const config = {
    services: [{ name: "bare", worker }, ...createStorage(path, embed)],
    sockets: [{ name: "public", address: "127.0.0.1:0", http: {}, service: "bare" }],
    extensions: [storageExtension(embed)],
    v8Flags: V8_FLAGS,
  };
  const configFile = join(path, "bare.capnp");
  writeFileSync(
    configFile,
    `using Workerd = import "/workerd/workerd.capnp";\nconst config :Workerd.Config = ${toCapnpText(config)};\n`,
  );
  const workerd = new Workerd({
    configFile,
    socketFiles: [],
    environment: process.env,
    onEnd: () => undefined,
    onRestart: async () => undefined,
  });
  const url = `http://127.0.0.1:${await workerd.start()}`;
  return {
    url,
    kill: () => workerd.kill(),
    stop: async () => {
      await workerd.stop();
      own?.remove();
    },
  };
}
