import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { Analysis } from "../../../src/reading/sessions/schema.ts";
import { newDossier } from "../../support/dossiers.ts";
import type { SecondOpinion } from "../../../src/reading/review/second-opinion/opinion-schema.ts";
import { form, ingestSmallRelease, request, requestJson } from "../../support/service.ts";

const GUIDE =
  "Hardening guide for Windows. Disable SMBv1 on all servers, require multi-factor authentication and restrict " +
  "PowerShell (T1059.001) by policy. Adversaries may abuse PowerShell to download a payload, so turn on script " +
  "block logging and alert on encoded commands. Review privileged groups each month. Cobalt Strike and other " +
  "tools can be detected by their named pipes.";
const NAMING =
  `${GUIDE} Detections for APT29, for the threat group Velvet Otter and for the Umbrix ransomware are listed in ` +
  "the appendix of this hardening guide.";
const REPORT =
  "APT29 used PowerShell (T1059.001) to download the payload, then dumped LSASS with Mimikatz.";

const analyse = async (text: string) =>
  (await requestJson<Analysis>("/api/analyze", form({ text }))).body;
const read = async (id: string) => (await requestJson<Analysis>(`/api/analyze/${id}`)).body;

beforeAll(ingestSmallRelease);

describe("the kind of a text", () => {
  it("leaves the findings of a report", async () => {
    const report = await analyse(REPORT);
    expect(report.document_kind?.kind).toBe("threat_report");
    expect(report.techniques.map(({ attack_id: id }) => id)).toContain("T1059.001");
    expect(report.warnings.join(" ")).not.toContain("This text is");
  });

  it("takes findings, leads and actors from what is no report", async () => {
    const guide = await analyse(GUIDE);
    expect(guide.document_kind?.kind).toBe("research_or_guidance");
    expect(guide.techniques).toEqual([]);
    expect(guide.warnings.filter((text) => text.startsWith("This text is"))).toHaveLength(1);
    expect(guide.summary).toContain("is not a threat report");
    expect(guide.summary).not.toContain("actors");
    const { named_groups, apt_matches, leads, software_hints, cve_hints } = guide;
    expect([named_groups, apt_matches, leads, software_hints, cve_hints].flat()).toEqual([]);
    const named = [...guide.set_aside, ...guide.candidates].map(({ attack_id: id }) => id);
    expect(named).toContain("T1059.001");
  });

  it("takes groups and campaigns from what is no report until a person adds a technique", async () => {
    const guide = await analyse(NAMING);
    expect(guide.document_kind?.kind).not.toBe("threat_report");
    const kindsOf = ({ entities }: Pick<Analysis, "entities">) =>
      entities.unlisted.map(({ kind }) => kind);
    expect([guide.apt_hints, guide.entities.groups, kindsOf(guide)]).toEqual([[], [], ["malware"]]);
    const { session_id: other } = await analyse(GUIDE);
    const dossier = await newDossier([guide.session_id, other]);
    const { named_groups, entities, leads, apt_matches } = await dossier.read();
    expect([named_groups, leads, apt_matches].flat()).toEqual([]);
    expect(entities.unlisted.map(({ kind }) => kind)).toEqual(["malware"]);
    const body = JSON.stringify({
      attack_id: "T1059.001",
      evidence: "Disable SMBv1 on all servers",
    });
    const path = `/api/analyze/sessions/${guide.session_id}/techniques`;
    expect((await request(path, { method: "POST", body })).status).toBe(201);
    const vouched = await read(guide.session_id);
    expect(vouched.entities.groups.map(({ name }) => name)).toEqual(["APT29"]);
    expect(kindsOf(vouched).sort()).toEqual(["group", "malware"]);
    expect((await dossier.read()).named_groups.map(({ name }) => name)).toEqual(["APT29"]);
  });

  it("streams no summary of actors", async () => {
    const response = await request("/api/analyze/stream", form({ text: GUIDE }));
    const tokens = [...(await response.text()).matchAll(/"type":"token","content":"([^"\\]*)/g)];
    expect(tokens.map(([, token]) => token).join("")).toMatch(/^This text/);
  });

  it("is judged again with a new analysis, and gives way to what a person adds", async () => {
    const { session_id: id } = await analyse(GUIDE);
    const again = await request(`/api/analyze/sessions/${id}/reanalyse`, { method: "POST" });
    expect([again.status, (await read(id)).techniques]).toEqual([200, []]);
    expect((await read(id)).warnings.filter((text) => text.startsWith("This text"))).toHaveLength(
      1,
    );
    const body = JSON.stringify({
      attack_id: "T1059.001",
      evidence: "Disable SMBv1 on all servers",
    });
    const added = await request(`/api/analyze/sessions/${id}/techniques`, { method: "POST", body });
    expect(added.status).toBe(201);
    const reviewed = await read(id);
    expect(reviewed.apt_matches_version).not.toBeNull();
    expect(reviewed.warnings.join(" ")).toContain("Analysts added its techniques.");
    expect(reviewed.warnings.join(" ")).not.toContain("no leads");
  });

  it("does not hide what a second opinion finds of the techniques that a person added", async () => {
    const act = "APT29 used PowerShell (T1059.001) to download the payload.";
    const { session_id: id, techniques: own } = await analyse(`${`${GUIDE}\n\n`.repeat(6)}${act}`);
    const path = `/api/analyze/sessions/${id}/second-opinion?provider=provider_a`;
    const ask = async () => await requestJson<SecondOpinion>(path, { method: "POST" });
    expect([own, (await ask()).body.techniques]).toEqual([[], []]);
    const body = JSON.stringify({ attack_id: "T1059.001", evidence: act });
    await request(`/api/analyze/sessions/${id}/techniques`, { method: "POST", body });
    const { techniques } = (await ask()).body;
    expect(techniques.find(({ attack_id }) => attack_id === "T1059.001")?.verdict).toBe("both");
  });

  it("is null for a session from before, whose findings stay", async () => {
    const { session_id: id } = await analyse(REPORT);
    await env.WORKSPACE_DB.prepare("UPDATE sessions SET document_kind = NULL WHERE id = ?")
      .bind(id)
      .run();
    const stored = await read(id);
    expect(stored.document_kind).toBeNull();
    expect(stored.techniques.length).toBeGreaterThan(0);
  });

  it("is said by every export that shows warnings", async () => {
    const { session_id: id } = await analyse(GUIDE);
    const markdown = await (await request(`/api/export/analysis/${id}/markdown`)).text();
    expect(markdown).toContain("Security research or guidance, not a threat report");
    expect(markdown).toContain("candidates instead of findings");
  });
});
