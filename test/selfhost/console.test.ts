import { afterAll, beforeAll, expect, it } from "vitest";
import { SHIPPED } from "../support/shipped.ts";
import { preparedFolder, type RunningService, startService } from "../support/node/service.ts";

const folder = preparedFolder();
let service: RunningService;
/** Who asks without a login may load the pages, which hold no data. */
beforeAll(async () => {
  service = await startService(folder.path, {
    AUTH_ENABLED: "true",
    TRUST_PROXY_HEADERS: "true",
  });
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

const ask = async (path: string, init?: RequestInit) => await fetch(`${service.url}${path}`, init);

it.each([
  "/",
  "/sessions",
  "/sessions/no-such-session",
  "/observables?q=%3Cscript%3E",
  "/observables/no-such-observable",
  "/matrix?overlays=group:G0016&overlays=x&%00=%ff",
  "/coverage?session_id=%3Cscript%3E&technique=x",
  "/coverage/log-sources?search=%00",
  "/rules?q=%3Cscript%3E",
  "/rules/no-such-rule",
  "/groups/G0016",
  "/campaigns/C0024",
  "/compare?set=%3Cscript%3E",
])("answers %s with the page, under a policy that lets nothing else in", async (path) => {
  const response = await ask(path);
  const page = await response.text();
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("Cache-Control")).toBe("no-cache");
  const policy = response.headers.get("Content-Security-Policy") ?? "";
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
  expect(policy).not.toContain("unsafe");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(page).toContain('<div id="root">');
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=/i);
});

it("answers what the page loads, to be kept for ever", async () => {
  const page = await (await ask("/")).text();
  const files = [...page.matchAll(/(?:src|href)="(\/console\/files\/[^"]+)"/g)];
  expect(files.length).toBeGreaterThan(1);
  for (const [, path = ""] of files) {
    const response = await ask(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    const type = path.endsWith(".css") ? "text/css" : "text/javascript";
    expect(response.headers.get("Content-Type")).toBe(`${type}; charset=utf-8`);
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(response.headers.get("Content-Encoding")).toBe("gzip");
    const plain = await ask(path, { headers: { "Accept-Encoding": "identity" } });
    expect(plain.headers.get("Content-Encoding")).toBeNull();
    expect(await plain.text()).toBe(await response.text());
  }
});

it.each([
  "/console/files/nothing.js",
  "/console/files/..%2f..%2fmodels%2fsmall-calibration.bin",
  "/console/files/%2e%2e%2findex.html",
  "/console/index.html",
  `/seed/${SHIPPED.domain}-${SHIPPED.version}.json`,
])("has nothing at %s", async (path) => {
  const response = await ask(path);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: "not_found" });
});

it("takes no other method", async () => {
  const response = await ask("/", { method: "POST", body: "x" });
  expect([404, 405]).toContain(response.status);
  await response.body?.cancel();
});
