import { beforeAll, describe, expect, it } from "vitest";
import pymisp from "../../support/recorded/misp-hashes-pymisp.json?raw";
import { form, ingestSmallRelease, request, requestJson } from "../../support/service.ts";
import { requestWith, TEAM } from "../../support/team.ts";

interface Attribute {
  uuid: string;
  type: string;
  value: string;
  to_ids: boolean;
}
interface Event {
  uuid: string;
  info: string;
  timestamp: string;
  published: boolean;
  analysis: string;
  Tag: { name: string }[];
  Attribute: Attribute[];
  Note: { note: string; object_uuid: string; created: string }[];
}
type Manifest = Record<string, { info: string; timestamp: string; Tag: { name: string }[] }>;

const TEXT = `APT29 sent mail with T1566 and ran T1059.001 against a bank. The victim, portal-one.xyz, was informed.

Indicators of Compromise
evil-one[.]xyz
1b21e3d8b1f1a9d5ab8bbd0b9b6b4f3d
`;

const analyze = async (more: Record<string, string> = {}) =>
  (await requestJson<{ session_id: string }>("/api/analyze", form({ text: TEXT, ...more }))).body
    .session_id;
const mark = async (id: string, tlp: string | null) =>
  await request(`/api/analyze/sessions/${id}`, { method: "PATCH", body: JSON.stringify({ tlp }) });
const review = async (id: string, attackId: string, status: string) =>
  await request(`/api/analyze/sessions/${id}/techniques/${attackId}`, {
    method: "PATCH",
    body: JSON.stringify({ review_status: status }),
  });
const manifest = async (feed = "") =>
  (await requestJson<Manifest>(`/misp${feed}/manifest.json`)).body;
const eventOf = async (id: string, feed = "") =>
  await requestJson<{ Event: Event }>(`/misp${feed}/${id}.json`);

beforeAll(ingestSmallRelease);

describe("the MISP feed", () => {
  it("has an event of each report, with galaxies, attributes, to_ids and notes", async () => {
    const id = await analyze({ name: 'Отчёт "港口"\u202e' });
    await mark(id, "green");
    await review(id, "T1566", "accepted");
    const listed = (await manifest())[id];
    expect(listed).toMatchObject({
      info: 'Отчёт "港口"',
      Orgc: { name: "tradecraft" },
      Tag: [{ name: "tlp:green", colour: "#33ff00" }],
      analysis: "0",
    });
    const { Event } = (await eventOf(id)).body;
    expect(Event).toMatchObject({ uuid: id, info: 'Отчёт "港口"', published: false });
    expect(Event.timestamp).toBe(listed?.timestamp);
    expect(Event.Tag.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "tlp:green",
        'misp-galaxy:mitre-attack-pattern="Phishing - T1566"',
        'misp-galaxy:mitre-attack-pattern="PowerShell - T1059.001"',
        'misp-galaxy:mitre-intrusion-set="APT29 - G0016"',
      ]),
    );
    const values = Event.Attribute.map(({ type, value, to_ids: ids }) => [type, value, ids]);
    expect(values).toContainEqual(["domain", "evil-one.xyz", true]);
    expect(values).toContainEqual(["md5", "1b21e3d8b1f1a9d5ab8bbd0b9b6b4f3d", true]);
    expect(values).toContainEqual(["domain", "portal-one.xyz", false]);
    expect(Event.Note.map(({ note }) => note)).toContainEqual(
      expect.stringMatching(/^T1566 Phishing \(confirmed\)\n\n"APT29 sent mail/),
    );
    expect(Event.Note[0]?.created).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(new Set(Event.Note.map((note) => note.object_uuid))).toEqual(new Set([id]));
  });

  it("is the same when it is asked again, and has a later time after a change", async () => {
    const id = await analyze();
    const first = await (await request(`/misp/${id}.json`)).text();
    expect(await (await request(`/misp/${id}.json`)).text()).toBe(first);
    await review(id, "T1566", "rejected");
    const { Event } = (await eventOf(id)).body;
    expect(JSON.stringify(Event.Tag)).not.toContain("T1566");
    expect(Event.Note.filter(({ note }) => note.startsWith("T1566"))).toEqual([]);
    expect(Event.Attribute.map(({ uuid }) => uuid)).toEqual(
      (JSON.parse(first) as { Event: Event }).Event.Attribute.map(({ uuid }) => uuid),
    );
    expect(Event.timestamp).toBe((await manifest())[id]?.timestamp);
  });

  it("is complete when the report is signed", async () => {
    const id = await analyze();
    const signed = await request(`/api/analyze/sessions/${id}`, {
      method: "PATCH",
      body: JSON.stringify({ review_state: "signed" }),
    });
    expect(signed.status).toBe(200);
    expect((await eventOf(id)).body.Event).toMatchObject({ published: true, analysis: "2" });
  });

  it.each([
    ["clear", ["", "/clear", "/green", "/amber", "/amber-strict"]],
    ["green", ["", "/green", "/amber", "/amber-strict"]],
    ["amber", ["", "/amber", "/amber-strict"]],
    ["amber+strict", ["", "/amber-strict"]],
    [null, [""]],
    ["red", []],
  ])("gives a report marked %s to %j alone", async (tlp, feeds) => {
    const id = await analyze();
    await mark(id, tlp);
    for (const feed of ["", "/clear", "/green", "/amber", "/amber-strict"]) {
      const isIn = feeds.includes(feed);
      expect([feed, id in (await manifest(feed))]).toEqual([feed, isIn]);
      expect([feed, (await eventOf(id, feed)).status]).toEqual([feed, isIn ? 200 : 404]);
      const hashes = await (await request(`/misp${feed}/hashes.csv`)).text();
      expect([feed, hashes.includes(id)]).toEqual([feed, isIn]);
    }
  });

  it("keeps a report that prints TLP:RED until a person says otherwise", async () => {
    const id = await analyze({ text: `TLP:RED\n\n${TEXT}` });
    expect((await eventOf(id)).status).toBe(404);
    await mark(id, "amber");
    expect((await eventOf(id)).status).toBe(200);
  });

  it("has the hashes that PyMISP makes of the values", async () => {
    // By `MISPAttribute.hash_values` of PyMISP 2.5.34.4.
    const made = JSON.parse(pymisp) as { value: string; hashes: string[] }[];
    const text = made.map(({ value }) => value).join("\n");
    const id = await analyze({
      text: `APT29 ran T1059.001.\n\nIndicators of Compromise\n${text}\n`,
    });
    const { Attribute } = (await eventOf(id)).body.Event;
    expect(Attribute.map(({ value }) => value).sort()).toEqual(
      made.map(({ value }) => value).sort(),
    );
    const lines = (await (await request("/misp/hashes.csv")).text()).split("\n");
    const ours = lines.filter((line) => line.endsWith(`,${id}`)).sort();
    expect(ours).toEqual(
      made.flatMap(({ hashes }) => hashes.map((hash) => `${hash},${id}`)).sort(),
    );
  });

  it("is for readers, and names nothing that is not there", async () => {
    const id = await analyze();
    for (const file of ["manifest.json", "hashes.csv", `${id}.json`]) {
      expect((await requestWith(TEAM, `/misp/${file}`)).status).toBe(401);
      const viewer = { "X-Auth-User": "vi@unit.dev", "X-Auth-Roles": "viewer" };
      expect((await requestWith(TEAM, `/misp/${file}`, { headers: viewer })).status).toBe(200);
    }
    const nobody = "00000000-0000-4000-8000-000000000000";
    expect((await request(`/misp/${nobody}.json`)).status).toBe(404);
    expect((await request("/misp/../manifest.json")).status).toBe(404);
    expect((await request("/misp/red/manifest.json")).status).toBe(422);
    expect((await request("/misp/x.json")).status).toBe(400);
    expect((await request("/misp/manifest.json?since=1")).status).toBe(422);
  });

  it("comes back in with its galaxies and values", async () => {
    const id = await analyze({ name: "A report that goes round" });
    const event = await (await request(`/api/export/analysis/${id}/misp`)).text();
    const imported = await requestJson<{ items_created: number; import_id: string }>(
      "/api/pipeline/import/sharing_events",
      { method: "POST", body: event },
    );
    expect(imported.body).toMatchObject({ items_created: 1, errors: [] });
    const [report] = (
      await requestJson<{ technique_ids: string[]; group_ids: string[] }[]>(
        "/api/pipeline/intake?q=goes%20round",
      )
    ).body;
    expect(report).toMatchObject({
      technique_ids: ["T1059.001", "T1566"],
      group_ids: ["G0016"],
    });
  });
});
