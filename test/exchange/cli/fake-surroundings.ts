import type { Surroundings } from "../../../src/exchange/cli/command.ts";
import { COMMANDS, runCli } from "../../../src/exchange/cli/run-cli.ts";
import type { Service } from "../../../src/exchange/cli/service.ts";

/** A service that answers by path, and what it was asked. */
export function fakeService(answers: Readonly<Record<string, () => Response>>, url: string | null) {
  const asked: string[] = [];
  const service: Service = {
    url,
    fetch: async (path) => {
      asked.push(path);
      const answer = answers[path.split("?")[0] ?? ""];
      return answer === undefined ? new Response("nothing", { status: 404 }) : answer();
    },
    close: async () => undefined,
  };
  return { service, asked };
}

/** Runs a command line on a service; returns its exit code and what it wrote. */
export async function runOn(
  service: Service | null,
  args: readonly string[],
  given: Partial<Surroundings> = {},
) {
  let out = "";
  const told: string[] = [];
  const surroundings: Surroundings = {
    environment: {},
    out: async (text) => {
      out += typeof text === "string" ? text : new TextDecoder().decode(text);
    },
    tell: (text) => void told.push(text),
    readStdin: async () =>
      new Uint8Array(new TextEncoder().encode("The attackers used PowerShell.")),
    isTerminal: false,
    hasColor: false,
    open: async () => {
      if (service === null) throw new Error("Nothing was to be opened.");
      return service;
    },
    ...given,
  };
  const code = await runCli(args, COMMANDS, surroundings);
  return { code, out, told };
}
