import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { readPdf } from "../../../src/formats/documents/read-pdf.ts";
import { LIMITS } from "../../support/documents/limits.ts";
import { smallBundle, stixIds } from "../../support/bundles.ts";
import { form, ingest, ingestSmallRelease, request, requestJson } from "../../support/service.ts";

const REPORT = "APT29 ran T1059.001 and sent T1566 mail; T1574.002 and T9999 were seen once.";

interface Session {
  session_id: string;
  apt_matches: { group_name: string; shared_techniques: string[] }[];
}

const analyse = async (fields: Record<string, string>) =>
  (await requestJson<Session>("/api/analyze", form(fields))).body;
const exportSession = async (id: string) => await request(`/api/export/analysis/${id}`);
const exportLayer = async (body: unknown) =>
  await request("/api/export/layer", { method: "POST", body: JSON.stringify(body) });
const textOf = async (response: Response) => {
  expect(response.status).toBe(200);
  const { text } = await readPdf(new Uint8Array(await response.arrayBuffer()), LIMITS);
  return text.replace(/\s+/g, " ");
};
const update = async (id: string, change: string) => {
  await env.WORKSPACE_DB.prepare(`UPDATE sessions SET ${change} WHERE id = ?`).bind(id).run();
};

beforeAll(ingestSmallRelease);

describe("GET /api/export/analysis/{session_id}", () => {
  it("answers a PDF that browsers show, with all that the session holds", async () => {
    const { session_id: id } = await analyse({ text: REPORT, name: "Отчёт 港口" });
    const response = await exportSession(id.toUpperCase());
    expect(response.headers.get("Content-Type")).toBe("application/pdf");
    expect(response.headers.get("Content-Disposition")).toBe(
      `inline; filename="_-_-${id.slice(-12)}.pdf"; ` +
        `filename*=UTF-8''${encodeURIComponent("Отчёт-港口")}-${id.slice(-12)}.pdf`,
    );
    expect(response.headers.get("Content-Security-Policy")).not.toMatch(/default|object|style/);
    const text = await textOf(response);
    const parts = [
      "Отчёт 港口",
      id,
      "ATT&CK Enterprise 18.1",
      "T1059.001",
      "PowerShell",
      "T1566",
      "Phishing",
      "T1574.001",
      "DLL",
      "T1574.002",
      "Execution",
      "Initial Access",
      "Verified in the text",
      "Not reviewed",
      "T9999: is not in enterprise-attack 18.1",
      "Analyzer only",
      "Read by",
      "Method and limits",
      "G0016",
      "APT29",
      "not an attribution",
      "The session has 3 techniques; fewer than 5 do not tell one group from another.",
      REPORT,
    ];
    for (const part of parts) expect(text).toContain(part);
    // Words of the service's inside are for nobody outside.
    expect(text).not.toMatch(/provider_|embedded/);
  });

  it("counts a technique for each of its tactics", async () => {
    const { session_id: id } = await analyse({ text: "They sent T1566 mail and ran T1059.001." });
    const text = await textOf(await exportSession(id));
    // T1566 serves both tactics of the small release, T1059.001 one.
    expect(text).toMatch(/Tactic coverage Techniques per tactic.*Initial Access 1 Execution 2/);
    expect(text).toContain("2 of 2 tactics");
  });

  it("leaves rejected techniques out", async () => {
    const { session_id: id } = await analyse({ text: REPORT });
    const before = await textOf(await exportSession(id));
    expect(before).toContain("T1566 Phishing");
    await request(`/api/analyze/sessions/${id}/techniques/T1566`, {
      method: "PATCH",
      body: JSON.stringify({ review_status: "rejected" }),
    });
    const after = await textOf(await exportSession(id));
    expect(after).not.toContain("Phishing");
    const summaryIn = (text: string) =>
      text.split("Executive summary").at(-1)?.split("Kill chain")[0];
    expect(summaryIn(before)).toContain("Phishing");
    expect(summaryIn(after)).not.toContain("Phishing");
    expect(after).toContain("1 technique was rejected in review and left out.");
    expect(after).toContain(
      "The session has 2 techniques; fewer than 5 do not tell one group from another.",
    );
  });

  it("gives the same bytes for the same session, alone or among others", async () => {
    const bytesOf = async (id: string) => {
      const response = await exportSession(id);
      return new Uint8Array(await response.arrayBuffer()).join();
    };
    const names = ["Первый ﷲ 한", "第二个 أرسل", "Third"];
    const sessions = [];
    for (const name of names) sessions.push((await analyse({ text: REPORT, name })).session_id);
    const alone = [];
    for (const id of sessions) alone.push(await bytesOf(id));
    expect(new Set(alone).size).toBe(names.length);
    expect(await Promise.all(sessions.map(bytesOf))).toEqual(alone);
    expect(await Promise.all(sessions.toReversed().map(bytesOf))).toEqual(alone.toReversed());
  });

  it("answers like the session itself while it is not complete", async () => {
    const { session_id: id } = await analyse({ text: REPORT });
    await update(id, "status = 'processing'");
    const waiting = await exportSession(id);
    expect([waiting.status, await waiting.json()]).toEqual([202, { status: "processing" }]);
    await update(id, "status = 'failed', failure = 'The provider took too long.'");
    const failed = await exportSession(id);
    expect(failed.status).toBe(409);
    expect(await failed.json()).toMatchObject({
      code: "analysis_failed",
      detail: "The provider took too long.",
    });
    const unknown = await exportSession("00000000-0000-4000-8000-000000000000");
    expect([unknown.status, (await exportSession("x")).status]).toEqual([404, 400]);
  });
});

describe("a session whose release was removed", () => {
  it("is exported in every form, by what is stored of it, which the report says", async () => {
    await ingest(smallBundle("17.1"));
    const { session_id: id } = await analyse({
      text: "They sent T1566 mail and ran T1059.001.",
      version: "17.1",
    });
    const gone = await request("/api/attack/versions/enterprise-attack/17.1", { method: "DELETE" });
    expect(gone.status).toBe(204);
    const text = await textOf(await exportSession(id));
    for (const part of [
      "ATT&CK Enterprise 17.1 was removed from this service",
      "T1059.001 PowerShell",
      "T1566 Phishing",
      "2 techniques",
      "execution 1 initial-access 1",
    ]) {
      expect(text.toLowerCase()).toContain(part.toLowerCase());
    }
    expect(text).not.toContain("of 0");
    for (const format of ["markdown", "stix", "navigator", "csv"]) {
      const response = await exportSession(`${id}/${format}`);
      expect([format, response.status]).toEqual([format, 200]);
      const body = await response.text();
      if (format !== "markdown") continue;
      expect(body).toContain("was removed from this service");
      expect(body).toContain("| execution | 1 | 0 |");
    }
  });

  it("keeps ATT&CK's own ids in STIX as long as another release of the domain has them", async () => {
    await ingest(smallBundle("17.1"));
    const { session_id: id } = await analyse({
      text: "APT29 used T1059.001.",
      version: "17.1",
    });
    const idsOf = async () => {
      const bundle = await (
        await exportSession(`${id}/stix`)
      ).json<{ objects: { type: string; id: string }[] }>();
      return bundle.objects.filter(({ type }) => type !== "report").map((object) => object.id);
    };
    const before = await idsOf();
    expect(before).toContain(stixIds.technique(2));
    await request("/api/attack/versions/enterprise-attack/17.1", { method: "DELETE" });
    expect(await idsOf()).toEqual(before);
  });
});

describe("POST /api/export/layer", () => {
  it("lists techniques, replaced ids and unknown ones", async () => {
    const ids = ["t1566", "T1086", "T1059.001", "T1000", "T9999", "T1566"];
    const text = await textOf(await exportLayer({ technique_ids: ids }));
    const parts = [
      "2 techniques",
      "ATT&CK Enterprise 18.1",
      "T1566 Phishing",
      "T1059.001 PowerShell",
      "Initial Access, Execution",
      "Windows, Linux",
      "T1086: T1059.001 PowerShell",
      "T1000 (deprecated), T9999",
    ];
    for (const part of parts) expect(text).toContain(part);
  });

  it("is as good with nothing that the release knows", async () => {
    const text = await textOf(await exportLayer({ technique_ids: ["T9999"] }));
    expect(text).toContain("None of the ids is in the release.");
    expect(text).toContain("0 techniques");
  });

  it("gives the same bytes for the same set, in any order", async () => {
    const bytesOf = async (ids: string[]) =>
      new Uint8Array(await (await exportLayer({ technique_ids: ids })).arrayBuffer()).join();
    expect(await bytesOf(["T1566", "T1059"])).toBe(await bytesOf(["T1059", "T1566", "t1059"]));
  });

  it.each([
    [{ technique_ids: [] }, 422, "validation_error"],
    [{ technique_ids: Array(2001).fill("T1059") }, 422, "validation_error"],
    [{ technique_ids: ["X"] }, 400, "invalid_id"],
    [{}, 422, "validation_error"],
    [{ technique_ids: ["T1059"], version: "1.0" }, 404, "version_not_found"],
    [{ technique_ids: ["T1059"], domain: "dark-attack" }, 404, "unknown_domain"],
  ])("refuses %j with %i %s", async (body, status, code) => {
    const response = await exportLayer(body);
    expect([response.status, (await response.json<{ code: string }>()).code]).toEqual([
      status,
      code,
    ]);
  });

  it.each(["domain=mobile-attack", "version=17.1"])(
    "refuses a release in the body that is not the one in the query: %s",
    async (query) => {
      const body = { technique_ids: ["T1059"], domain: "enterprise-attack", version: "18.1" };
      const response = await request(`/api/export/layer?${query}`, {
        method: "POST",
        body: JSON.stringify(body),
      });
      const [field = ""] = query.split("=");
      expect([response.status, await response.json()]).toMatchObject([
        422,
        { code: "validation_error", errors: [{ pointer: `/${field}` }] },
      ]);
    },
  );
});
