import { pathToFileURL } from "node:url";
import { WORKER_SCRIPT } from "../project.ts";
import { defineWorkerdGlobals } from "./workerd-globals.ts";

/** The Worker's handlers that are called here. */
export interface Worker {
  fetch(request: Request, env: object, execution: object): Promise<Response>;
  queue(batch: { messages: object[] }, env: object): Promise<void>;
  scheduled(event: { cron: string }, env: object): Promise<void>;
}

export const ORIGIN = "http://127.0.0.1";
/** Work after a response is not awaited here. */
export const EXECUTION = {
  waitUntil: () => undefined,
  passThroughOnException: () => undefined,
};

export const refuseNetwork = async (): Promise<never> => {
  throw new Error("Without a server, nothing is fetched.");
};

/** Prepares this process for the Worker: no network, and only errors in its log. */
export function prepareProcess(): void {
  defineWorkerdGlobals();
  muteLog();
  globalThis.fetch = refuseNetwork;
}

/** Loads the built Worker after preparing the process. */
export async function loadWorker(): Promise<Worker> {
  const module = (await import(pathToFileURL(WORKER_SCRIPT).href)) as { default: Worker };
  return module.default;
}

/** Mutes all log output but errors, because the Worker's log is for operators. */
function muteLog(): void {
  const write = console.error;
  console.error = (line: unknown) => {
    if (typeof line !== "string" || !/^\{"time":"[^"]+","level":"(?:info|warn)"/.test(line))
      write(line);
  };
}
