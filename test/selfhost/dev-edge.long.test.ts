import { afterAll, expect, it } from "vitest";
import { freePort } from "../support/node/free-port.ts";
import { scaled, waitFor } from "../support/node/machine.ts";
import { killTree } from "../support/node/processes.ts";
import { copyProject, startScript } from "../support/node/project-copy.ts";

const copy = copyProject("real");
afterAll(() => copy.remove());

it(
  "npm run dev:edge serves a healthy service by wrangler, and ends with it",
  {
    timeout: scaled(120_000),
  },
  async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const script = startScript(copy, "dev:edge", { PORT: String(port) });
    const ended = new Promise((resolve) => script.once("exit", resolve));
    let printed = "";
    for (const stream of [script.stdout, script.stderr]) {
      stream.on("data", (data: Buffer) => (printed += data.toString()));
    }
    try {
      await waitFor("dev:edge", () => {
        if (script.exitCode !== null) throw new Error(printed);
        return printed.includes(`The service is ready on ${url}\n`) || null;
      });
      const health = await fetch(`${url}/api/health`);
      expect(await health.json()).toMatchObject({
        status: "ok",
        knowledge_base: [{ domain: "enterprise-attack", version: "19.1" }],
      });
      const body = new FormData();
      body.set("text", "APT29 used PowerShell.");
      const analysis = await fetch(`${url}/api/analyze`, { method: "POST", body });
      expect([analysis.status, await analysis.text()]).toEqual([
        200,
        expect.stringContaining("T1059.001"),
      ]);
      script.kill("SIGTERM");
      await ended;
      await waitFor(
        "the port",
        async () =>
          await fetch(url).then(
            () => null,
            () => true,
          ),
      );
    } finally {
      killTree(script.pid ?? 0);
    }
  },
);
