import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ARTICLE_TEXT, PAGES } from "../support/documents/make-page.ts";
import {
  analyse,
  preparedFolder,
  type RunningService,
  startService,
} from "../support/node/service.ts";

const MIB = 2 ** 20;
const utf8 = (text: string) => Buffer.from(text);
const page = (html: string | Buffer) => (response: ServerResponse) =>
  void response.writeHead(200, { "Content-Type": "text/html" }).end(html);

/** What a server on loopback does with a request, by its path. */
const SITES: Record<string, (response: ServerResponse) => void> = {
  "/article": page(PAGES["a blog's theme"] ?? ""),
  "/nested": page(`${"<div class=comments>".repeat(200_000)}<p>The actor ran T1059.001.`),
  "/large": page(`<p>The actor ran T1059.001 once.</p>${"<i></i><!-- a -->".repeat(200_000)}`),
  "/pictures": page(
    `<img src="data:image/png;base64,${"A".repeat(8 * MIB)}"><p>They ran T1059.001.`,
  ),
  "/too-large": page(Buffer.alloc(26 * MIB, "a ")),
  "/too-long": page(`<p>${"word ".repeat(300_000)}`),
  "/too-many": page("<b>".repeat(1_000_001)),
  "/scripts": page(
    `<script>${"T1200 ".repeat(9_000)}</script><body onload="T1201"><p>The group ran T1059.001 on each host.`,
  ),
  // "Группа использовала T1059.001", "该组织使用了T1059.001".
  "/russian": page(
    Buffer.concat([
      utf8('<html><head><meta charset="windows-1251"></head><p>'),
      Buffer.from("c3f0f3efefe020e8f1efeeebfce7eee2e0ebe0", "hex"),
      utf8(" T1059.001</p>"),
    ]),
  ),
  "/chinese": page(
    Buffer.concat([
      utf8(
        '<html><head><meta http-equiv="Content-Type" content="text/html; charset=gb18030"></head><p>',
      ),
      Buffer.from("b8c3d7e9d6afcab9d3c3c1cb", "hex"),
      utf8("T1059.001</p>"),
    ]),
  ),
  "/silent": () => undefined,
  "/endless": (response) => {
    response.writeHead(200, { "Content-Type": "text/html" });
    const timer = setInterval(() => response.write("<p>a</p>"), 100);
    response.on("close", () => clearInterval(timer));
  },
  "/broken": (response) => {
    response.writeHead(200, { "Content-Type": "text/html", "Content-Length": "1000" });
    response.write("<p>a", () => response.destroy());
  },
  "/round": (response) => void response.writeHead(302, { Location: "/round" }).end(),
};

const server = createServer((request, response) => {
  const site = SITES[request.url ?? ""];
  if (site === undefined) response.writeHead(404).end();
  else site(response);
});
const folder = preparedFolder();
let service: RunningService;
let site = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  service = await startService(folder.path, {
    ALLOW_PRIVATE_SOURCES: "true",
    SOURCE_TIMEOUT_MS: "1000",
  });
});
afterAll(async () => {
  await service.stop();
  folder.remove();
  server.closeAllConnections();
  server.close();
});

const textOf = async (id: string) =>
  await (await fetch(`${service.url}/api/analyze/${id}/text`)).text();

describe("a page that is named by its address", () => {
  it("is read in a process of its own, without what stands around the article", async () => {
    const { status, body } = await analyse(service.url, { url: `${site}/article` });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: "Two banks breached", source_url: `${site}/article` });
    expect(await textOf(body.session_id)).toBe(`Two banks breached\n\n${ARTICLE_TEXT}`);
  });

  it.each(["/nested", "/large", "/pictures", "/scripts", "/russian", "/chinese"])(
    "is read whatever it is made of: %s",
    async (path) => {
      const { status, body } = await analyse(service.url, { url: `${site}${path}` });
      expect(status).toBe(200);
      const ids = body.techniques.map(({ attack_id }) => attack_id);
      expect(ids).toContain("T1059.001");
      expect(ids.filter((id) => /^T120[01]/.test(id))).toEqual([]);
      const text = await textOf(body.session_id);
      if (path === "/russian") expect(text).toBe("Группа использовала T1059.001");
      if (path === "/chinese") expect(text).toBe("该组织使用了T1059.001");
    },
  );

  it.each<[string, string]>([
    ["/gone", "answers with HTTP 404"],
    ["/too-large", "sends more than 25 MiB"],
    ["/too-long", "more than 1,000,000 characters"],
    ["/too-many", "more than 1000000 tags"],
    ["/silent", "was silent for 1 seconds"],
    ["/endless", "took more than 3 seconds"],
    ["/broken", "cannot be reached, or broke off"],
    ["/round", "redirects more than 5 times"],
  ])("is refused with its reason: %s", async (path, reason) => {
    const { status, body } = await analyse(service.url, { url: `${site}${path}` });
    expect([status, body.code]).toEqual([422, "document_unreadable"]);
    expect(body.detail).toContain(reason);
    expect(body.detail).toContain("send it as a file");
  });

  it("that never ends keeps nobody else waiting", async () => {
    const endless = analyse(service.url, { url: `${site}/endless` });
    await sleep(200);
    const from = performance.now();
    expect((await analyse(service.url, { text: "They ran T1059.001." })).status).toBe(200);
    expect(performance.now() - from).toBeLessThan(2_000);
    expect((await endless).status).toBe(422);
  });
});

describe("a page that is uploaded", () => {
  it.each(["page.html", "PAGE.HTM", "page"])("is read as %s", async (name) => {
    const file = new File([`<!doctype html>${PAGES["a table"]}`], name);
    const { status, body } = await analyse(service.url, { file });
    expect(status).toBe(200);
    expect(body.techniques.map(({ attack_id }) => attack_id)).toContain("T1003.001");
    expect(await textOf(body.session_id)).not.toContain("NOISE");
  });
});
