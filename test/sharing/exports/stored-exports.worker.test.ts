import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deleteSession } from "../../../src/reading/sessions/delete-session.ts";
import { exportSession, hashOfExport } from "../../../src/sharing/exports/export-session.ts";
import { readSessionReport } from "../../../src/sharing/exports/session/read-session-report.ts";
import type { Services } from "../../../src/services.ts";
import { smallBundle, smallObjects } from "../../support/bundles.ts";
import { json, newSession } from "../../support/edits.ts";
import { ingest, ingestSmallRelease, request, testServices } from "../../support/service.ts";

const REPORT = "APT29 ran T1059.001 and sent T1566 mail from 185.100.87.12.";
/** Every format, and where it is. */
const PATHS = {
  pdf: "",
  markdown: "/markdown",
  stix: "/stix",
  navigator: "/navigator",
  csv: "/csv",
  "attack-flow": "/attack-flow",
  "attack-flow-builder": "/attack-flow-builder",
} as const;
const FORMATS = Object.keys(PATHS) as (keyof typeof PATHS)[];

let id = "";
let session: Awaited<ReturnType<typeof newSession>>;

const bytesOf = async (format: keyof typeof PATHS) => {
  const response = await request(`/api/export/analysis/${id}${PATHS[format]}`);
  expect([format, response.status]).toEqual([format, 200]);
  return new Uint8Array(await response.arrayBuffer()).join();
};
const keysOf = async (sessionId: string) => {
  const { objects } = await env.FILES.list({ prefix: `sessions/${sessionId}/` });
  return objects.map(({ key }) => key.slice(`sessions/${sessionId}/`.length));
};
/** The same without the hashes. */
const kindsOf = async (sessionId: string) =>
  (await keysOf(sessionId)).map((key) => key.replace(/\/[0-9a-f]{64}$/, ""));

beforeAll(ingestSmallRelease);
beforeEach(async () => {
  session = await newSession(REPORT);
  id = session.id;
});

describe("an export of a session", () => {
  it.each(FORMATS)("is made once, and read from storage from then on: %s", async (format) => {
    const first = await bytesOf(format);
    const [name = ""] = await keysOf(id);
    expect(name).toMatch(new RegExp(`^exports/${format}/[0-9a-f]{64}$`));
    const key = `sessions/${id}/${name}`;
    const stored = await env.FILES.get(key);
    expect(new Uint8Array((await stored?.arrayBuffer()) ?? new ArrayBuffer(0)).join()).toBe(first);
    // What stands there is what is answered.
    await env.FILES.put(key, "from storage");
    const response = await request(`/api/export/analysis/${id}${PATHS[format]}`);
    expect(await response.text()).toBe("from storage");
    expect(response.headers.get("Content-Disposition")).toContain(id.slice(-12));
  });

  it.each<[string, () => Promise<unknown>]>([
    ["a review", () => session.patch("T1566", { review_status: "accepted" })],
    ["a marking", () => session.update({ tlp: "amber" })],
    ["a name", () => session.update({ name: "Another name" })],
    ["a technique", () => session.add({ attack_id: "T1574.001", evidence: "sent T1566 mail" })],
    [
      "an observable",
      async () => {
        const body = { kind: "ipv4", value: "185.100.87.12" };
        await request("/api/pipeline/observables", json("POST", body));
      },
    ],
    [
      "its release",
      async () => {
        const changed = smallObjects().map((object) =>
          "name" in object && object["name"] === "PowerShell"
            ? { ...object, description: "Another description." }
            : object,
        );
        await ingest(smallBundle("18.1", "2.1", changed));
      },
    ],
  ])("is made again after a change of %s, in the place of the old one", async (what, change) => {
    const before = await bytesOf("stix");
    const [old] = await keysOf(id);
    await change();
    const after = await bytesOf("stix");
    const [now, ...others] = await keysOf(id);
    expect([what, after === before, now === old]).toEqual([what, false, false]);
    expect(now).toMatch(/^exports\/stix\//u);
    expect(others).toEqual(["outline.json", "text.txt"]);
    await bytesOf("pdf");
    expect(await kindsOf(id)).toEqual(["exports/pdf", "exports/stix", "outline.json", "text.txt"]);
  });

  it("is another for other code and another format", async () => {
    const report = await readSessionReport(testServices(), id);
    if (report === null) throw new Error("no report");
    const hashes = [
      await hashOfExport(report, "pdf"),
      await hashOfExport(report, "csv"),
      await hashOfExport(report, "pdf", "other code"),
      await hashOfExport({ ...report, note: "x" }, "pdf"),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(await hashOfExport(structuredClone(report), "pdf")).toBe(hashes[0]);
  });

  it("is the same for many at once, and stored once", async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => bytesOf("pdf")));
    expect(new Set(all).size).toBe(1);
    expect(await kindsOf(id)).toEqual(["exports/pdf", "outline.json", "text.txt"]);
  });

  it("goes with its session", async () => {
    for (const format of FORMATS) await bytesOf(format);
    expect(await keysOf(id)).toHaveLength(FORMATS.length + 2);
    expect((await request(session.path, { method: "DELETE" })).status).toBe(204);
    expect(await keysOf(id)).toEqual([]);
  });

  it("leaves nothing behind of a session that is deleted while it is made", async () => {
    const { sessionFiles } = testServices();
    const late = {
      readExport: async () => null,
      storeExport: async (...given: Parameters<typeof sessionFiles.storeExport>) => {
        await deleteSession(testServices(), "ann", id);
        await sessionFiles.storeExport(...given);
      },
      removeExports: async (of: string) => await sessionFiles.removeExports(of),
    };
    const deps = testServices({ sessionFiles: late as unknown as Services["sessionFiles"] });
    expect(await exportSession(deps, id, "csv")).not.toBeNull();
    expect(await keysOf(id)).toEqual([]);
  });

  it("is made all the same where storage fails, which the log says", async () => {
    const events: string[] = [];
    const fail = async () => await Promise.reject(new Error("no room"));
    const deps = testServices({
      log: (_level, event) => events.push(event),
      sessionFiles: {
        readExport: fail,
        storeExport: fail,
        readText: async () => null,
      } as unknown as Services["sessionFiles"],
    });
    const exported = await exportSession(deps, id, "csv");
    expect(exported?.bytes.join()).toBe(await bytesOf("csv"));
    expect(events).toEqual(["export.storage", "export.storage"]);
  });
});
