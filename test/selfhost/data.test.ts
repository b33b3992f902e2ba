import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { toReportLine } from "../../scripts/data/annotated-reports.ts";
import { type Fetched, fetchSources } from "../../scripts/data/fetch-sources.ts";
import { type Manifest, readManifest, type SourceFile } from "../../scripts/data/manifest.ts";
import { temporaryFolder } from "../support/node/service.ts";

const BUNDLE = Buffer.from(JSON.stringify({ type: "bundle", objects: ["x".repeat(100_000)] }));
const REPORT = JSON.stringify({
  signal: "title: A report\nurl: https://example.org\n\nThey ran scripts by a native call.",
  asets: [
    { type: "lex", annots: [[0, 5]] },
    { type: "Native API (T1106)", annots: [[61, 74]] },
    {
      type: "Command and Scripting Interpreter (T1059)",
      annots: [
        [48, 60],
        [43, 47],
      ],
    },
  ],
});
const REPORT_LINE = toReportLine("A report .mjson", REPORT);

const digest = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");

/** What stands in for the public servers, by path; each is asked through a log. */
const asked: string[] = [];
const ANSWERS: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  "/bundle.json": (_request, response) => response.end(BUNDLE),
  "/packed.json": (_request, response) => {
    response.setHeader("Content-Encoding", "gzip");
    response.end(gzipSync(BUNDLE));
  },
  "/half.json": (_request, response) => {
    response.setHeader("Content-Length", BUNDLE.length);
    response.write(BUNDLE.subarray(0, BUNDLE.length / 2), () => response.destroy());
  },
  // The space at the end is part of the name, as in some of TRAM's.
  "/reports/A%20report%20.mjson": (_request, response) => response.end(REPORT),
  "/reports/broken.mjson": (_request, response) => response.end("<html>"),
};

let server: Server;
let url: string;
const folder = temporaryFolder();
beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    const answer = ANSWERS[path];
    if (answer !== undefined) return answer(request, response);
    response.statusCode = 404;
    response.end("There is no such file.");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  folder.remove();
});
beforeEach(() => void asked.splice(0));

const source = (change: Partial<SourceFile> = {}): SourceFile => ({
  name: "a bundle",
  url: `${url}/bundle.json`,
  sha256: digest(BUNDLE),
  size: BUNDLE.length,
  licence: "none",
  to: "attack/bundle.json.gz",
  ...change,
});
const manifest = (files: SourceFile[], more: Partial<Manifest> = {}): Manifest => ({
  files,
  annotated_reports: [],
  bring_your_own: [],
  ...more,
});

async function fetchInto(name: string, wanted: Manifest): Promise<Fetched[]> {
  const results: Fetched[] = [];
  for await (const one of fetchSources(wanted, join(folder.path, name))) results.push(one);
  return results;
}

const stored = (...path: string[]) => readFileSync(join(folder.path, ...path));

describe("fetching data", () => {
  it("stores what has the right digest, packed where its name says so", async () => {
    const plain = source({ name: "plain", to: "reports/bundle.json" });
    const packed = source({ name: "packed on the way", url: `${url}/packed.json`, to: "b/b.json" });
    const results = await fetchInto("good", manifest([source(), plain, packed]));
    expect(results.map(({ outcome }) => outcome)).toEqual(["fetched", "fetched", "fetched"]);
    expect(gunzipSync(stored("good", "attack/bundle.json.gz")).equals(BUNDLE)).toBe(true);
    expect(stored("good", "reports/bundle.json").equals(BUNDLE)).toBe(true);
    expect(stored("good", "b/b.json").equals(BUNDLE)).toBe(true);
  });

  it("asks for nothing that is there and right, and mends what is not", async () => {
    const wanted = manifest([source(), source({ name: "plain", to: "reports/bundle.json" })]);
    await fetchInto("twice", wanted);
    asked.splice(0);
    const again = await fetchInto("twice", wanted);
    expect(again.map(({ outcome }) => outcome)).toEqual(["kept", "kept"]);
    expect(asked).toEqual([]);
    const path = join(folder.path, "twice", "attack/bundle.json.gz");
    writeFileSync(path, readFileSync(path).subarray(0, 100));
    writeFileSync(join(folder.path, "twice", "reports/bundle.json"), "changed");
    const mended = await fetchInto("twice", wanted);
    expect(mended.map(({ outcome }) => outcome)).toEqual(["fetched", "fetched"]);
    expect(gunzipSync(stored("twice", "attack/bundle.json.gz")).equals(BUNDLE)).toBe(true);
    expect(stored("twice", "reports/bundle.json").equals(BUNDLE)).toBe(true);
  });

  it.each([
    ["/bundle.json", { sha256: "0".repeat(64) }, /has another content than expected \(SHA-256 /],
    ["/absent.json", {}, /absent\.json answered 404\.$/],
    ["/half.json", {}, /half\.json broke off before its end \(.+\)\.$/],
  ])("keeps nothing of %s with %j, says why, and goes on", async (path, change, reason) => {
    const bad = source({ url: `${url}${path}`, ...change });
    const good = source({ name: "good", to: "attack/good.json.gz" });
    const name = `bad${path.slice(1)}`;
    const [failed, fetched] = await fetchInto(name, manifest([bad, good]));
    expect(failed).toMatchObject({ outcome: "failed" });
    expect(failed?.note).toMatch(reason);
    expect(failed?.note).toMatch(/^a bundle: http/);
    expect(fetched).toMatchObject({ outcome: "fetched" });
    expect(readdirSync(join(folder.path, name, "attack"))).toEqual(["good.json.gz"]);
  });

  it("leaves what was there before a transfer that fails", async () => {
    await fetchInto("before", manifest([source()]));
    const other = source({ sha256: "0".repeat(64) });
    const [failed] = await fetchInto("before", manifest([other]));
    expect(failed).toMatchObject({ outcome: "failed" });
    expect(gunzipSync(stored("before", "attack/bundle.json.gz")).equals(BUNDLE)).toBe(true);
  });

  it("says which server cannot be reached", async () => {
    const [failed] = await fetchInto(
      "nobody",
      manifest([source({ url: "http://127.0.0.1:9/bundle.json" })]),
    );
    expect(failed?.note).toMatch(/could not be reached \(.+\)\.$/);
  });

  it("tells the digest of what none was known of", async () => {
    const [fetched] = await fetchInto("unknown", manifest([source({ sha256: null })]));
    expect(fetched).toMatchObject({ outcome: "fetched" });
    expect(fetched?.note).toContain(digest(BUNDLE));
  });
});

describe("annotated reports", () => {
  const collection = (files: string[]) =>
    manifest([], {
      annotated_reports: [
        {
          name: "reports",
          folder_url: `${url}/reports/`,
          files,
          sha256: digest(REPORT_LINE),
          licence: "none",
          to: "tram/documents.jsonl.gz",
        },
      ],
    });

  it("are put together, with the techniques in the order of the text", async () => {
    const results = await fetchInto("reports", collection(["A report .mjson"]));
    expect(results).toEqual([{ name: "reports", outcome: "fetched", note: null }]);
    const line = gunzipSync(stored("reports", "tram/documents.jsonl.gz")).toString();
    expect(JSON.parse(line)).toMatchObject({
      title: "A report",
      file: "A report .mjson",
      annotations: [
        { start: 43, end: 47, technique: "T1059" },
        { start: 48, end: 60, technique: "T1059" },
        { start: 61, end: 74, technique: "T1106" },
      ],
    });
    expect(await fetchInto("reports", collection(["A report .mjson"]))).toMatchObject([
      { outcome: "kept" },
    ]);
  });

  it.each([
    [["A report .mjson", "absent.mjson"], /absent\.mjson answered 404\.$/],
    [["broken.mjson"], /broken\.mjson .*JSON/],
    [["A report .mjson", "A report .mjson"], /another content than expected/],
  ])("of %j are refused as a whole", async (files, reason) => {
    const [failed] = await fetchInto("refused", collection(files));
    expect(failed).toMatchObject({ outcome: "failed" });
    expect(failed?.note).toMatch(reason);
    expect(readdirSync(join(folder.path, "refused", "tram"))).toEqual([]);
  });
});

describe("the list of sources", () => {
  const pinned = readManifest("scripts/data/sources.json");

  it("pins every file by its digest, or by a commit where none is known", () => {
    const open = pinned.files.filter(({ sha256 }) => sha256 === null);
    for (const { url: address } of open) expect(address).toMatch(/\/[0-9a-f]{40}\//);
    expect(open.map(({ name }) => name)).toEqual(["ATT&CK enterprise 18.1", "ATT&CK mobile 18.1"]);
    expect(new Set(pinned.files.map(({ to }) => to)).size).toBe(pinned.files.length);
    for (const { url: address } of pinned.files) expect(address).toMatch(/^https:/);
  });
});

describe("npm run data", () => {
  it("ends with 1 when a source failed, and names those that cannot be fetched", async () => {
    const sources = join(folder.path, "sources.json");
    const why = "its licence forbids it";
    const wanted = manifest(
      [
        source(),
        source({ name: "absent", url: `${url}/absent.json`, to: "attack/absent.json.gz" }),
      ],
      {
        bring_your_own: [{ name: "a private report", to: "reports/private.pdf", why }],
      },
    );
    writeFileSync(sources, JSON.stringify(wanted));
    const target = join(folder.path, "command");
    const program = spawn(process.execPath, ["scripts/data.ts", "--sources", sources], {
      env: { ...process.env, DATA: target, NODE_NO_WARNINGS: "1" },
    });
    const ended = new Promise((resolve) => program.once("exit", resolve));
    const [output, errors, code] = await Promise.all([
      text(program.stdout),
      text(program.stderr),
      ended,
    ]);
    expect(code).toBe(1);
    expect(errors).toBe("1 of the sources failed; run it again to fetch what is missing.\n");
    expect(output).toContain(`failed  absent\n        absent: ${url}/absent.json answered 404.\n`);
    expect(output).toContain(`not fetched: a private report, which would go to`);
    expect(output).toContain(why);
    expect(existsSync(join(target, "attack/bundle.json.gz"))).toBe(true);
  });
});
