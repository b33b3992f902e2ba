import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { Embed, toCapnpText } from "../../src/selfhost/runtime/capnp-text.ts";
import { createStorage, d1Binding, storageExtension } from "../../src/selfhost/runtime/storage.ts";
import { Workerd } from "../../src/selfhost/runtime/workerd.ts";
import { temporaryFolder } from "../../test/support/node/service.ts";

/** A bare Worker on the same workerd: what nothing of ours can be faster than. */
export interface BareWorker {
  url: string;
  stop(): Promise<void>;
}

/** Starts `bare-worker.js` with a database behind the same storage as the service's. */
export async function startBareWorker(): Promise<BareWorker> {
  const folder = temporaryFolder();
  for (const name of ["d1", "r2"]) mkdirSync(join(folder.path, name));
  const embed = (path: string) => new Embed(relative(folder.path, path));
  const worker = (name: string, path: string, bindings: object[]) => ({
    name,
    worker: {
      modules: [{ name: "worker.js", esModule: embed(path) }],
      compatibilityDate: "2026-07-30",
      bindings,
    },
  });
  const config = {
    services: [
      worker("bare", join(import.meta.dirname, "bare-worker.js"), [d1Binding("DB", "workspace")]),
      ...createStorage(folder.path, embed),
    ],
    sockets: [{ name: "public", address: "127.0.0.1:0", http: {}, service: "bare" }],
    extensions: [storageExtension(embed)],
  };
  const configFile = join(folder.path, "bare.capnp");
  writeFileSync(
    configFile,
    `using Workerd = import "/workerd/workerd.capnp";\nconst config :Workerd.Config = ${toCapnpText(config as never)};\n`,
  );
  const workerd = new Workerd({
    configFile,
    socketFiles: [],
    environment: process.env,
    onRestart: async () => undefined,
  });
  const url = `http://127.0.0.1:${await workerd.start()}`;
  await fetch(`${url}/?setup&bytes=2`);
  return {
    url,
    stop: async () => {
      await workerd.stop();
      folder.remove();
    },
  };
}
