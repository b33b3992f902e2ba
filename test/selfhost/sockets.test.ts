import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listListening } from "../support/node/listening.ts";
import {
  analyse,
  type RunningService,
  startService,
  temporaryFolder,
} from "../support/node/service.ts";
import { isRunning } from "../support/node/processes.ts";

const folder = temporaryFolder();
let service: RunningService;
let sessionId = "";
beforeAll(async () => {
  service = await startService(folder.path);
  sessionId = (await analyse(service.url, { text: "The actor used T1059.001." })).body.session_id;
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

const pid = () => service.process.pid ?? 0;

/** A request as it stands, which `fetch` would tidy up. */
async function sendRaw(method: string, path: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(service.url);
  return await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers }, (response) => {
      let text = "";
      response.on("data", (part: Buffer) => (text += part.toString()));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on("error", reject);
    sent.end();
  });
}

describe("the processes of the service", () => {
  it("listen on the service's own port and on no other", () => {
    const ports = listListening(pid()).flatMap(({ port }) => port ?? []);
    expect(ports).toEqual([Number(new URL(service.url).port)]);
  });

  it("keep their other sockets in a folder that only their user may enter", () => {
    const paths = listListening(pid()).flatMap(({ path }) => path ?? []);
    expect(paths.length).toBeGreaterThan(0);
    const run = join(folder.path, "run");
    for (const path of paths) expect(path.startsWith(`${run}/`)).toBe(true);
    expect(statSync(run).mode & 0o777).toBe(0o700);
    for (const path of paths) expect(statSync(path).mode & 0o077).toBe(0);
  });

  it("keep every file to their user", () => {
    const names = readdirSync(folder.path, { recursive: true, encoding: "utf8" });
    expect(names.length).toBeGreaterThan(10);
    const modeOf = (name: string) =>
      statSync(join(folder.path, name), { throwIfNoEntry: false })?.mode ?? 0;
    const open = names.filter((name) => (modeOf(name) & 0o077) !== 0);
    expect([statSync(folder.path).mode & 0o077, open]).toEqual([0, []]);
  });

  // Only root may become somebody else.
  it.skipIf(process.getuid?.() !== 0)("refuse another user of the machine", () => {
    const paths = listListening(pid()).flatMap(({ path }) => path ?? []);
    const script = `
      const { connect } = require("node:net");
      for (const path of ${JSON.stringify(paths)}) {
        const socket = connect(path, () => console.log("open", path));
        socket.on("error", ({ code }) => console.log(code));
      }
      try { console.log(require("node:fs").readdirSync(${JSON.stringify(folder.path)}).length); }
      catch ({ code }) { console.log(code); }`;
    const { stdout } = spawnSync(process.execPath, ["-e", script], {
      uid: 65_534,
      gid: 65_534,
      encoding: "utf8",
    });
    const said = stdout.trim().split("\n");
    expect(said).toEqual(Array.from({ length: paths.length + 1 }, () => "EACCES"));
  });

  it.each([
    ["POST", "/core/store-temp-file?extension=x/../../planted"],
    ["GET", "//"],
    ["GET", "/cdn-cgi/local/r2/public/files/sessions/<id>/text.txt"],
    ["GET", "/cdn-cgi/handler/scheduled?cron=x"],
    ["GET", "/cdn-cgi/mf/scheduled"],
    ["GET", "/browser/launch"],
    ["POST", "/scheduled?cron=%40start"],
    ["POST", "/batch"],
  ])("answer nothing to %s %s", async (method, path) => {
    const headers = { "MF-Original-URL": "http://localhost/", "MF-Disable-Pretty-Error": "true" };
    const { status, text } = await sendRaw(method, path.replace("<id>", sessionId), headers);
    expect(status).toBe(404);
    expect(text).not.toContain("T1059.001");
    expect(isRunning(pid())).toBe(true);
    expect(existsSync(join(folder.path, "planted"))).toBe(false);
  });
  it.each(["[::1", "x:99999999"])("tell that the Host %s is none", async (host) => {
    const { status, text } = await sendRaw("GET", "/api/health", { Host: host });
    expect([status, (JSON.parse(text) as { code: string }).code]).toEqual([
      422,
      "validation_error",
    ]);
  });
});
