import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { Dossier, DossierListItem } from "../../../src/reading/dossiers/schema.ts";
import type { Timeline } from "../../../src/reading/dossiers/timeline-schema.ts";
import { smallBundle, smallObjects, technique } from "../../support/bundles.ts";
import { newDossier } from "../../support/dossiers.ts";
import { json, newSession } from "../../support/edits.ts";
import { ingest, request, requestJson } from "../../support/service.ts";
import { requestWith, TEAM } from "../../support/team.ts";

const UNKNOWN = "00000000-0000-4000-8000-000000000000";
const FIRST = "APT29 ran T1059.001 on the host. Mail came first (T1566).";
const SECOND = "Cozy Bear and APT28 sent mail (T1566) and ran scripts (T1059). T1574.001 was seen.";

/** In 17.1, T1574.002 is a technique of its own; 18.1 has revoked it for T1574.001. */
function olderObjects() {
  const revokes = "relationship--00000000-0000-4000-8000-000000000011";
  return [
    ...smallObjects().filter(({ id }) => id !== revokes && id !== technique(5, "", "", []).id),
    technique(5, "T1574.002", "DLL Side-Loading", ["execution"]),
  ];
}

beforeAll(async () => {
  await ingest(smallBundle("17.1", "2.1", olderObjects()));
  await ingest(smallBundle("18.1"));
});

const pair = async () => {
  const first = await newSession(FIRST, { name: "First" });
  const second = await newSession(SECOND, { name: "Second" });
  return { first, second, dossier: await newDossier([first.id, second.id]) };
};
const create = async (body: object) =>
  await requestJson<Dossier & { code: string; detail: string; errors: { pointer: string }[] }>(
    "/api/dossiers",
    json("POST", body),
  );
const rowsOf = async (id: string) =>
  (
    await env.WORKSPACE_DB.prepare(
      "SELECT action, actor, object_type, details FROM audit WHERE object_id = ? ORDER BY seq",
    )
      .bind(id)
      .all<{ action: string; actor: string; object_type: string; details: string }>()
  ).results;

describe("a dossier", () => {
  it("is the union of its sessions, with who says what and how sure", async () => {
    const { first, second, dossier } = await pair();
    expect(dossier.created).toEqual(await dossier.read());
    expect(dossier.created).toMatchObject({
      name: "The harbour intrusions",
      note: "",
      tlp: null,
      marking: null,
      session_ids: [first.id, second.id],
      created_by: "local",
      releases: [{ domain: "enterprise-attack", version: "18.1" }],
      sessions: [
        { session_id: first.id, state: "completed", title: "First", technique_count: 2 },
        { session_id: second.id, state: "completed", title: "Second", technique_count: 3 },
      ],
      warnings: [],
    });
    const names = dossier.created.techniques.map(({ attack_id: id, session_count: n }) => [id, n]);
    expect(names[0]).toEqual(["T1566", 2]);
    expect(new Map(names as [string, number][])).toEqual(
      new Map([
        ["T1566", 2],
        ["T1059.001", 1],
        ["T1059", 1],
        ["T1574.001", 1],
      ]),
    );
    const mail = dossier.created.techniques[0];
    expect(mail).toMatchObject({ name: "Phishing", tactic: "initial-access" });
    const own = await first.technique("T1566");
    expect(mail?.named_by[0]).toEqual({
      session_id: first.id,
      attack_id: "T1566",
      confidence: own?.confidence,
      review_status: "suggested",
      origin: "analysis",
      evidence: own?.evidence,
      evidence_start: own?.evidence_start,
      evidence_end: own?.evidence_end,
      verified: true,
      note: "",
      changed_by: null,
      changed_at: null,
    });
    expect(mail?.named_by.map(({ session_id: id }) => id)).toEqual([first.id, second.id]);
  });

  it("names groups with their reports, and leads of all techniques together", async () => {
    const { first, second, dossier } = await pair();
    const { named_groups: named, ...leads } = await dossier.read();
    expect(named).toMatchObject([
      {
        name: "APT29",
        session_ids: [first.id, second.id],
        why: "APT29: known for 3 of these 4",
        other_techniques: ["T1574.001"],
      },
      { name: "APT28", session_ids: [second.id], why: "APT28: known for 1 of these 4" },
    ]);
    expect(named[0]?.names).toEqual(expect.arrayContaining(["APT29", "Cozy Bear"]));
    expect(leads).toMatchObject({
      apt_matches: [{ group_name: "APT29" }, { group_name: "APT28" }],
      apt_matches_mode: "jaccard",
      apt_matches_domain: "enterprise-attack",
      leads: [],
      leads_reason:
        "The dossier has 4 techniques; fewer than 5 do not tell one group from another.",
    });
  });

  it("says what sessions disagree in, and follows their reviews", async () => {
    const { first, second, dossier } = await pair();
    expect((await dossier.read()).contradictions).toEqual([
      {
        kind: "level",
        attack_ids: ["T1059", "T1059.001"],
        session_ids: [second.id, first.id],
        statement:
          "T1059 Command and Scripting Interpreter in “Second” is T1059.001 PowerShell in “First”.",
      },
    ]);
    await first.patch("T1566", { review_status: "accepted" });
    await second.patch("T1566", { review_status: "rejected" });
    await second.patch("T1059", { review_status: "rejected" });
    const after = await dossier.read();
    expect(after.contradictions).toEqual([
      {
        kind: "review",
        attack_ids: ["T1566"],
        session_ids: [first.id, second.id],
        statement: "T1566 Phishing is accepted in “First”, rejected in “Second”.",
      },
    ]);
    const mail = after.techniques.find(({ attack_id: id }) => id === "T1566");
    expect(mail?.session_count).toBe(1);
    expect(mail?.named_by.map((one) => one.review_status)).toEqual(["accepted", "rejected"]);
    // What every session that names it rejects is no technique of the dossier.
    expect(after.techniques.map(({ attack_id: id }) => id)).not.toContain("T1059");
    await first.patch("T1566", { review_status: "suggested" });
    expect((await dossier.read()).contradictions[0]?.statement).toBe(
      "T1566 Phishing is named and not decided in “First”, rejected in “Second”.",
    );
  });

  it("says where an id contradicts its words, and where reports name different groups", async () => {
    const first = await newSession("T1059.001 - Phishing was how APT29 came in.", { name: "A" });
    const second = await newSession("APT28 sent mail (T1566).", { name: "B" });
    const dossier = await newDossier([first.id, second.id]);
    const kinds = Map.groupBy((await dossier.read()).contradictions, ({ kind }) => kind);
    expect(kinds.get("group")).toEqual([
      {
        kind: "group",
        attack_ids: ["G0016", "G0007"],
        session_ids: [first.id, second.id],
        statement: "The reports name different actors: “A” names APT29; “B” names APT28.",
      },
    ]);
    const warned = (await first.read()).techniques.flatMap(({ warnings }) => warnings);
    expect(warned.length).toBeGreaterThan(0);
    expect(kinds.get("warning")?.map(({ statement }) => statement)).toEqual(
      warned.map((warning) => `In “A”: ${warning}`),
    );
  });

  it("says where reports name other actors, listed or not, and other times", async () => {
    const text = (actor: string, time: string) =>
      `A report on the harbour\n\nIn ${time}, ${actor} attacked the port by mail (T1566).`;
    const first = await newSession(text("APT29", "May 2024"), { name: "A" });
    const second = await newSession(text("UNC7777", "January 2023"), { name: "B" });
    const dossier = await newDossier([first.id, second.id]);
    const { contradictions } = await dossier.read();
    expect(contradictions).toEqual([
      {
        kind: "group",
        attack_ids: ["G0016"],
        session_ids: [first.id, second.id],
        statement: "The reports name different actors: “A” names APT29; “B” names UNC7777.",
      },
      {
        kind: "date",
        attack_ids: [],
        session_ids: [first.id, second.id],
        statement: "The reports date the activity differently: “A” to 2024-05; “B” to 2023-01.",
      },
    ]);
  });

  it("has the day of each report, and who decided what", async () => {
    const dated = "A report\nPublished on 2024-02-07 by us\n\nAPT29 sent mail (T1566) to the port.";
    const first = await newSession(dated);
    const second = await newSession(FIRST);
    await first.patch("T1566", { review_status: "accepted" });
    const { sessions, techniques } = await (await newDossier([first.id, second.id])).read();
    expect(sessions.map(({ day, dated_by: by }) => [day, by])).toEqual([
      ["2024-02-07", "published"],
      [new Date().toISOString().slice(0, 10), "analysed"],
    ]);
    const [mail] = techniques;
    expect(mail?.named_by.map(({ changed_by: by }) => by)).toEqual(["local", null]);
  });

  it("lists observables of two or more reports, without what is suppressed", async () => {
    const shared = "APT29 sent mail (T1566) from evil-harbour.net and 45.77.12.9 to 192.168.0.1.";
    const first = await newSession(shared);
    const second = await newSession(`${shared} Its other host was only-here.net.`);
    const dossier = await newDossier([second.id, first.id]);
    const { shared_observables: found, shared_observable_count: count } = await dossier.read();
    expect(found.map(({ value, session_ids: ids }) => [value, ids])).toEqual(
      expect.arrayContaining([
        ["evil-harbour.net", [second.id, first.id]],
        ["45.77.12.9", [second.id, first.id]],
      ]),
    );
    expect([found.length, count]).toEqual([2, 2]);
  });

  it("has a timeline of reports and activity, with the sentences that say so", async () => {
    const first = await newSession(
      "A report\nPublished on 2024-06-07 by us\n\nIt was long. In May 2024, APT29 attacked the port by mail (T1566). It ended.",
    );
    const second = await newSession("APT29 sent mail (T1566).");
    const dossier = await newDossier([first.id, second.id]);
    const { status, body } = await requestJson<Timeline>(`${dossier.path}/timeline`);
    expect(status).toBe(200);
    expect(body.event_count).toBe(3);
    const said = body.events.map(({ date, role, session_id: id }) => [date, role, id]);
    expect(said).toEqual([
      ["2024-05", "activity", first.id],
      ["2024-06-07", "published", first.id],
      [new Date().toISOString().slice(0, 10), "analysed", second.id],
    ]);
    expect(body.events[0]?.passage?.text).toBe(
      "In May 2024, APT29 attacked the port by mail (T1566).",
    );
    expect(body.events[2]?.passage).toBeNull();
    expect((await requestJson(`/api/dossiers/${UNKNOWN}/timeline`)).status).toBe(404);
  });

  it("follows revoked ids to the newest release of its sessions, and says so", async () => {
    const older = await newSession("DLLs were put beside it (T1574.002). T1566 came first.", {
      name: "Older",
      version: "17.1",
    });
    const newer = await newSession("T1574.001 was seen.", { name: "Newer" });
    const { created } = await newDossier([older.id, newer.id]);
    expect(created.releases).toEqual([{ domain: "enterprise-attack", version: "18.1" }]);
    const dll = created.techniques.find(({ attack_id: id }) => id === "T1574.001");
    expect(dll).toMatchObject({ name: "DLL", session_count: 2 });
    expect(dll?.named_by.map(({ attack_id: id }) => id)).toEqual(["T1574.002", "T1574.001"]);
    expect(created.warnings).toEqual([
      "All ids of enterprise-attack are followed to 18.1; the sessions are of 17.1, 18.1.",
      "T1574.002 of “Older” is T1574.001 now.",
    ]);
    // Sessions of one release stay in it, though a newer one is there.
    const other = await newSession("T1574.002 was seen again.", { version: "17.1" });
    const both = await newDossier([older.id, other.id]);
    expect(both.created).toMatchObject({ releases: [{ version: "17.1" }], warnings: [] });
    expect(both.created.techniques[0]).toMatchObject({ attack_id: "T1574.002", session_count: 2 });
  });

  it("gathers entities with their sessions, and the strictest marking", async () => {
    const { first, second, dossier } = await pair();
    const mention = { text: "x", start: 0, end: 1 };
    const named = (count: number) => ({ count, mentions: [mention] });
    const store = async (id: string, entities: object) =>
      await env.WORKSPACE_DB.prepare("UPDATE sessions SET entities = ? WHERE id = ?")
        .bind(JSON.stringify(entities), id)
        .run();
    const mimikatz = { attack_id: "S0002", name: "Mimikatz", type: "tool" };
    await store(first.id, {
      software: [{ ...mimikatz, ...named(2) }],
      cves: [{ id: "CVE-2021-26855", ...named(1) }],
      tlp: { marking: "red", ...named(1) },
    });
    await store(second.id, { software: [{ ...mimikatz, ...named(3) }] });
    // Only what goes through the service tells it that something changed.
    await dossier.patch({ tlp: "green" });
    const { entities, marking, marking_decided, sessions, warnings } = await dossier.read();
    expect(entities).toEqual({
      software: [{ ...mimikatz, count: 5, session_ids: [first.id, second.id] }],
      cves: [{ id: "CVE-2021-26855", count: 1, session_ids: [first.id] }],
      observables: [],
      dates: [],
      sectors: [],
      countries: [],
      unlisted: [],
    });
    expect([marking, marking_decided]).toEqual(["red", false]);
    expect(sessions[0]).toMatchObject({ tlp: null, tlp_in_text: "red" });
    expect(warnings).toEqual([
      "The dossier is TLP:GREEN, but the report of “First” prints TLP:RED.",
    ]);
    const markdown = await (await request(`${dossier.path}/export`)).text();
    expect(markdown).toContain("TLP:RED (marked in the report, not decided here)");
    await first.update({ tlp: "amber" });
    expect(await dossier.read()).toMatchObject({
      marking: "amber",
      marking_decided: true,
      warnings: ["The dossier is TLP:GREEN, but “First” is TLP:AMBER."],
    });
  });

  it("says which of its sessions were deleted or failed, and goes on", async () => {
    const { first, second, dossier } = await pair();
    await request(first.path, { method: "DELETE" });
    const after = await dossier.read();
    expect(after.session_ids).toEqual([first.id, second.id]);
    expect(after.sessions[0]).toEqual({
      session_id: first.id,
      state: "missing",
      title: null,
      tlp: null,
      tlp_in_text: null,
      domain: null,
      version: null,
      created_at: null,
      day: null,
      dated_by: null,
      technique_count: 0,
    });
    expect(after.warnings).toEqual([`Session ${first.id} was deleted; nothing is known of it.`]);
    expect(after.techniques).toHaveLength(3);
    await request(second.path, { method: "DELETE" });
    expect(await dossier.read()).toMatchObject({
      techniques: [],
      contradictions: [],
      releases: [],
      apt_matches: [],
      apt_matches_domain: null,
      apt_matches_reason: "The dossier has no techniques.",
      leads_reason: "The dossier has no techniques.",
    });
    // It may keep them, and be told what else to hold.
    const third = await newSession(FIRST);
    const kept = await dossier.patch({ session_ids: [first.id, third.id] });
    expect(kept.status).toBe(200);
    await env.WORKSPACE_DB.prepare("UPDATE sessions SET status = 'failed' WHERE id = ?")
      .bind(third.id)
      .run();
    await dossier.patch({ note: "Again." });
    expect((await dossier.read()).sessions.map(({ state }) => state)).toEqual([
      "missing",
      "failed",
    ]);
  });
});

describe("POST /api/dossiers", () => {
  it("merges ids given twice, and wants two different ones that are there", async () => {
    const { first, second } = await pair();
    const made = await create({
      name: " Twice ",
      session_ids: [first.id, first.id.toUpperCase(), second.id],
    });
    expect(made).toMatchObject({
      status: 201,
      body: { name: "Twice", session_ids: [first.id, second.id] },
    });
    const missing = await create({ name: "N", session_ids: [first.id, UNKNOWN] });
    expect(missing).toMatchObject({
      status: 422,
      body: { code: "validation_error", errors: [{ pointer: "/session_ids/1" }] },
    });
    expect(missing.body.detail).toContain(UNKNOWN);
    const many = Array.from({ length: 51 }, (_, n) => UNKNOWN.slice(0, -2) + (10 + n));
    for (const body of [
      { name: "N", session_ids: [first.id] },
      { name: "N", session_ids: [first.id, first.id] },
      { name: "N", session_ids: many },
      { name: " ", session_ids: [first.id, second.id] },
      { session_ids: [first.id, second.id] },
      { name: "N", session_ids: [first.id, second.id], tlp: "purple" },
      { name: "N", session_ids: [first.id, second.id], tags: [] },
      { name: "N", session_ids: [first.id, second.id], note: "x".repeat(10_001) },
    ]) {
      expect([body, (await create(body)).status]).toEqual([body, 422]);
    }
    expect((await create({ name: "N", session_ids: ["x", "y"] })).status).toBe(400);
  });
});

describe("PATCH and DELETE /api/dossiers/{dossier_id}", () => {
  it("change what is given, leave one audit row each, and none for what is so already", async () => {
    const { first, second, dossier } = await pair();
    const third = await newSession(FIRST);
    const given = {
      name: "Renamed",
      note: "Why.",
      tlp: "amber",
      session_ids: [second.id, third.id],
    };
    const { status, body } = await dossier.patch(given);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...given, marking: "amber" });
    expect(await dossier.patch(given)).toMatchObject({ status: 200, body: given });
    await dossier.patch({ tlp: null, note: "" });
    expect(await dossier.read()).toMatchObject({ tlp: null, note: "", name: "Renamed" });
    const rows = await rowsOf(dossier.id);
    expect(rows.map(({ action }) => action)).toEqual([
      "dossier.create",
      "dossier.update",
      "dossier.update",
    ]);
    expect(rows[1]).toMatchObject({ actor: "local", object_type: "dossier" });
    expect(JSON.parse(rows[1]?.details ?? "")).toEqual({
      changed: ["name", "session_ids", "note", "tlp"],
      changes: {
        name: { from: "The harbour intrusions", to: "Renamed" },
        session_ids: { from: [first.id, second.id], to: [second.id, third.id] },
        // Not its words.
        note: { from: { characters: 0 }, to: { characters: 4 } },
        tlp: { from: null, to: "amber" },
      },
      name: "Renamed",
      session_ids: [second.id, third.id],
    });
    for (const wrong of [{}, { color: "red" }, { session_ids: [second.id] }, { name: "" }]) {
      expect([wrong, (await dossier.patch(wrong)).status]).toEqual([wrong, 422]);
    }
  });

  it("lose nothing when two people change different fields at once", async () => {
    const { dossier } = await pair();
    const changes = [{ name: "Both" }, { note: "Both." }, { tlp: "green" }];
    const answers = await Promise.all(changes.map((change) => dossier.patch(change)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await dossier.read()).toMatchObject({ name: "Both", note: "Both.", tlp: "green" });
    expect(await rowsOf(dossier.id)).toHaveLength(4);
  });

  it("delete the dossier and leave its sessions", async () => {
    const { first, dossier } = await pair();
    expect((await request(dossier.path, { method: "DELETE" })).status).toBe(204);
    expect((await request(dossier.path, { method: "DELETE" })).status).toBe(404);
    expect((await request(dossier.path)).status).toBe(404);
    expect((await dossier.patch({ note: "x" })).status).toBe(404);
    expect((await first.read()).status).toBe("completed");
    const actions = (await rowsOf(dossier.id)).map(({ action }) => action);
    expect(actions).toEqual(["dossier.create", "dossier.delete"]);
  });

  it("are for analysts; viewers read", async () => {
    const { dossier } = await pair();
    const viewer = { "X-Auth-User": "vera", "X-Auth-Roles": "viewer" };
    const send = async (method: string, path: string, body?: object) =>
      (await requestWith(TEAM, path, { ...json(method, body), headers: viewer })).status;
    expect(await send("GET", dossier.path)).toBe(200);
    expect(await send("GET", "/api/dossiers")).toBe(200);
    expect(await send("GET", `${dossier.path}/export`)).toBe(200);
    expect(await send("PATCH", dossier.path, { note: "x" })).toBe(403);
    expect(await send("DELETE", dossier.path)).toBe(403);
    expect(await send("POST", "/api/dossiers", { name: "N" })).toBe(403);
  });
});

describe("GET /api/dossiers", () => {
  it("lists them newest change first, in pages", async () => {
    const { dossier } = await pair();
    const { dossier: other } = await pair();
    await dossier.patch({ note: "Newest." });
    const page = await requestJson<DossierListItem[]>("/api/dossiers?limit=2");
    expect(page.body.map(({ dossier_id: id }) => id)).toEqual([dossier.id, other.id]);
    const { sessions: _sessions, ...item } = await dossier.read();
    expect(Object.entries(item)).toEqual(
      expect.arrayContaining(Object.entries(page.body[0] ?? { none: true })),
    );
    expect(Number(page.headers.get("X-Total-Count"))).toBeGreaterThanOrEqual(2);
    expect((await requestJson("/api/dossiers?session_id=x")).status).toBe(422);
    expect((await requestJson("/api/dossiers?limit=201")).status).toBe(422);
  });
});
