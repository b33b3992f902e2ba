import { beforeAll, describe, expect, it } from "vitest";
import { ingestSmallRelease, request } from "../../support/service.ts";
import {
  changeSession,
  readCollection,
  type SharedObject,
  shareReport,
  taxii,
} from "../../support/taxii.ts";
import { requestWith, TEAM } from "../../support/team.ts";

beforeAll(ingestSmallRelease);

const IOCS = "Indicators of compromise\n\n185.220.101.45\nbadcorp-update.com\n";
const typesOf = (objects: readonly SharedObject[]) => [...new Set(objects.map(({ type }) => type))];
const idsOf = (objects: readonly SharedObject[]) => objects.map(({ id }) => id);
const reportsOf = (objects: readonly SharedObject[]) =>
  objects.filter(({ type }) => type === "report");
const review = async (id: string, technique: string, review_status: string) =>
  await request(`/api/analyze/sessions/${id}/techniques/${technique}`, {
    method: "PATCH",
    body: JSON.stringify({ review_status }),
  });

describe("collections", () => {
  it("are reports, observables and techniques of each marking, all read-only", async () => {
    const { body, headers } = await taxii("collections/");
    const collections = body["collections"] as Record<string, unknown>[];
    expect(headers.get("Content-Type")).toBe("application/taxii+json;version=2.1");
    expect(collections).toHaveLength(15);
    expect(new Set(collections.map(({ id }) => id)).size).toBe(15);
    for (const one of collections) {
      expect(one).toMatchObject({ can_read: true, can_write: false });
      // OpenCTI splits what it is configured with at the dot.
      expect(one["title"]).not.toContain(".");
      for (const name of [one["id"], one["alias"]]) {
        expect((await taxii(`collections/${String(name)}/`)).body).toEqual(one);
      }
    }
    expect(collections.map(({ alias }) => alias)).toContain("reports-tlp-amber-strict");
  });

  it("have those marked TLP:RED only where the operator says so", async () => {
    const read = async (settings: Record<string, string>) =>
      await requestWith(settings, "/taxii2/tradecraft/collections/reports-tlp-red/objects/");
    expect((await read({})).status).toBe(404);
    const id = await shareReport(`APT29 used T1059.001. ${IOCS}`, "red");
    expect((await read({ ...TEAM })).status).toBe(401);
    const shared = await read({ TAXII_SHARE_RED: "true" });
    const { objects } = await shared.json<{ objects: SharedObject[] }>();
    expect(reportsOf(objects)).toHaveLength(1);
    for (const alias of ["clear", "green", "amber", "amber-strict", "undecided"]) {
      const other = await readCollection(`reports-tlp-${alias}`);
      expect(JSON.stringify(other.objects)).not.toContain(id);
      expect(reportsOf(other.objects)).toEqual([]);
    }
  });
});

describe("a shared report", () => {
  it("comes whole, with all that it refers to", async () => {
    const title = "Отчёт о группе | 攻击报告";
    await shareReport(`APT29 ran T1059.001 there. It sent T1566 mail.\n\n${IOCS}`, "green", title);
    const { objects } = await readCollection("reports-tlp-green");
    expect(reportsOf(objects).map(({ name }) => name)).toEqual([title]);
    const ids = new Set(idsOf(objects));
    expect(ids.size).toBe(objects.length);
    for (const { object_refs: refs = [] } of objects as { object_refs?: string[] }[]) {
      for (const ref of refs) expect(ids).toContain(ref);
    }
    expect(typesOf(objects)).toEqual(
      expect.arrayContaining(["report", "attack-pattern", "note", "indicator", "ipv4-addr"]),
    );
    const { objects: values } = await readCollection("observables-tlp-green");
    expect(typesOf(values)).toEqual(expect.arrayContaining(["indicator", "domain-name"]));
    expect(typesOf(values)).not.toContain("report");
    const { objects: techniques } = await readCollection("techniques-tlp-green");
    const found = techniques.filter(({ type }) => type === "attack-pattern");
    expect(found).toHaveLength(2);
    for (const one of [...values, ...techniques]) expect(ids).toContain(one.id);
  });

  it("is undecided where nobody decided, whatever it prints, but red where it prints red", async () => {
    await shareReport("TLP:CLEAR\n\nAPT29 used T1055 there.", null, "Prints clear");
    await shareReport("TLP:RED\n\nAPT29 used T1105 there.", null, "Prints red");
    const named = async (alias: string) =>
      reportsOf((await readCollection(alias)).objects).map(({ name }) => name);
    expect(await named("reports-tlp-undecided")).toEqual(["Prints clear"]);
    expect(await named("reports-tlp-clear")).toEqual([]);
  });

  it("comes without what a person rejected, also later, and then with a new version", async () => {
    const id = await shareReport("APT29 ran T1059.001 there. It sent T1566 mail.", "clear", "R");
    const before = await readCollection("reports-tlp-clear");
    const [first] = reportsOf(before.objects);
    const note = before.objects.find(({ abstract }) => String(abstract).includes("T1566"));
    await review(id, "T1566", "rejected");
    const after = await readCollection("reports-tlp-clear");
    const [second] = reportsOf(after.objects);
    expect(String(second?.["modified"]) > String(first?.["modified"])).toBe(true);
    expect(after.objects.filter((one) => one.id === note?.id)).toMatchObject([{ revoked: true }]);
    const patterns = after.objects.filter(({ type }) => type === "attack-pattern");
    expect(JSON.stringify(patterns)).not.toContain("T1566");
    await review(id, "T1566", "accepted");
    const again = (await readCollection("reports-tlp-clear")).objects;
    expect(again.find((one) => one.id === note?.id)?.["revoked"]).toBeUndefined();
    expect(JSON.stringify(again)).toContain("review:accepted");
  });

  it("moves with its marking, and leaves no revocation behind", async () => {
    const id = await shareReport("APT28 used T1003 there.", "amber", "Moves");
    const [moved] = reportsOf((await readCollection("reports-tlp-amber")).objects);
    await changeSession(id, { tlp: "amber+strict" });
    expect(idsOf((await readCollection("reports-tlp-amber")).objects)).not.toContain(moved?.id);
    const strict = (await readCollection("reports-tlp-amber-strict")).objects;
    expect(idsOf(strict)).toContain(moved?.id);
    expect(strict.some(({ revoked }) => revoked === true)).toBe(false);
  });

  it("is revoked when it is deleted, without its text", async () => {
    const id = await shareReport(`APT28 used T1003 in Ruritania. ${IOCS}`, "amber", "Secret name");
    const before = (await readCollection("reports-tlp-amber")).objects;
    const [own] = reportsOf(before);
    const { status } = await request(`/api/analyze/sessions/${id}`, { method: "DELETE" });
    expect(status).toBe(204);
    const { objects } = await readCollection("reports-tlp-amber");
    expect(objects.find((one) => one.id === own?.id)).toMatchObject({
      revoked: true,
      name: "Withdrawn report",
    });
    const text = JSON.stringify(objects);
    for (const secret of ["Secret name", "Ruritania"]) expect(text).not.toContain(secret);
    expect(objects.filter(({ type }) => type === "attack-pattern")).toEqual([]);
  });
});

describe("an indicator", () => {
  const values = async () => (await readCollection("observables-tlp-green")).objects;
  const indicatorOf = async (value: string) =>
    (await values()).find(({ type, name }) => type === "indicator" && name === value);

  it("is revoked when an analyst deletes the observable, and comes back in a later version", async () => {
    await shareReport("Indicators of compromise\n\n185.220.101.99\n", "green", "Values");
    const shared = await indicatorOf("185.220.101.99");
    expect(shared).toBeDefined();
    const list = await request("/api/pipeline/observables?q=185.220.101.99");
    const [found] = await list.json<{ id: string }[]>();
    await request(`/api/pipeline/observables/${found?.id}`, { method: "DELETE" });
    const revoked = (await values()).find(({ id }) => id === shared?.id);
    expect(revoked).toMatchObject({ revoked: true, pattern: shared?.["pattern"] });
    expect((await values()).some(({ value }) => value === "185.220.101.99")).toBe(false);
    const ruled = await request("/api/pipeline/suppressions?q=185.220.101.99");
    const [suppression] = await ruled.json<{ id: string }[]>();
    await request(`/api/pipeline/suppressions/${suppression?.id}/restore`, { method: "POST" });
    const back = (await values()).find(({ id }) => id === shared?.id);
    expect(back).toMatchObject({ name: "185.220.101.99" });
    expect(String(back?.["modified"]) > String(revoked?.["modified"])).toBe(true);
  });

  it("is revoked when many observables are suppressed, and the others stay", async () => {
    await shareReport("Indicators of compromise\n\n185.220.101.77\n", "green", "Many values");
    await shareReport("Indicators of compromise\n\n185.220.101.78\n", "green", "Other values");
    const [gone, stays] = [
      await indicatorOf("185.220.101.77"),
      await indicatorOf("185.220.101.78"),
    ];
    const list = await request("/api/pipeline/observables?q=185.220.101.77");
    const [found] = await list.json<{ id: string }[]>();
    const change = { action: "suppress", observable_ids: [found?.id] };
    const init = { method: "POST", body: JSON.stringify(change) };
    expect((await request("/api/pipeline/observables/bulk", init)).status).toBe(200);
    const after = await values();
    expect(after.find(({ id }) => id === gone?.id)).toMatchObject({ revoked: true });
    expect(after.find(({ id }) => id === stays?.id)).toEqual(stays);
  });
});
