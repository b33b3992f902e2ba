import { beforeAll, describe, expect, it } from "vitest";
import { stixIds } from "../../../support/bundles.ts";
import { newDossier } from "../../../support/dossiers.ts";
import { newSession } from "../../../support/edits.ts";
import { ingestSmallRelease, request } from "../../../support/service.ts";
import { stixBundleSchema } from "../../../support/stix-schema.ts";
import { requestWith, TEAM } from "../../../support/team.ts";

interface StixObject {
  type: string;
  id: string;
  [property: string]: unknown;
}

beforeAll(ingestSmallRelease);

const FIRST =
  "APT29 used T1059.001 there. Mail came first (T1566).\n\nIndicators of Compromise\n45.66.77.88";
const SECOND =
  "APT29 used T1059.001 again.\n\nIndicators of Compromise\n45.66.77.88\nevil-harbour.net";

const objectsOf = async (path: string) => {
  const response = await request(path);
  expect(response.status).toBe(200);
  const bundle = await response.json<{ objects: StixObject[] }>();
  expect(stixBundleSchema.safeParse(bundle).error).toBeUndefined();
  return bundle.objects;
};
const stixOf = async (dossier: { path: string }) =>
  await objectsOf(`${dossier.path}/export?format=stix`);
const sessionStix = async (id: string) => await objectsOf(`/api/export/analysis/${id}/stix`);
const levelOf = (objects: readonly StixObject[], object: StixObject | undefined) => {
  const refs = (object?.["object_marking_refs"] ?? []) as string[];
  return objects.find(({ id }) => id === refs[0])?.["name"] ?? null;
};

const made = async (more: object = {}) => {
  const first = await newSession(FIRST, { name: "Первый" });
  const second = await newSession(SECOND, { name: "第二" });
  const dossier = await newDossier([first.id, second.id], { name: "Гавань 港口", ...more });
  return { first, second, dossier };
};

describe("a dossier as STIX", () => {
  it("is a grouping of all that its sessions have, each thing once under the same id", async () => {
    const { first, second, dossier } = await made({ note: "One.\n\nTwo." });
    const response = await request(`${dossier.path}/export?format=stix`);
    expect(response.headers.get("Content-Type")).toBe("application/stix+json;version=2.1");
    expect(response.headers.get("Content-Disposition")).toContain(".stix.json");
    expect(await response.text()).toBe(
      await (await request(`${dossier.path}/export?format=stix`)).text(),
    );
    const objects = await stixOf(dossier);
    const sessions = [...(await sessionStix(first.id)), ...(await sessionStix(second.id))];
    const [grouping, ...others] = objects.filter(({ type }) => !/identity|definition/.test(type));
    expect(grouping).toMatchObject({
      type: "grouping",
      name: "Гавань 港口",
      description: "One.\n\nTwo.",
      context: "unspecified",
    });
    expect(grouping?.["object_refs"]).toEqual(others.map(({ id }) => id));
    expect(new Set(objects.map(({ id }) => id))).toEqual(
      new Set([...sessions.map(({ id }) => id), grouping?.id]),
    );
    expect(others.filter(({ type }) => type === "report")).toHaveLength(2);
    const observed = others.find(
      ({ type, number_observed: n }) => type === "observed-data" && n === 2,
    );
    const address = others.find(({ type }) => type === "ipv4-addr");
    expect(observed?.["object_refs"]).toEqual([address?.id]);
    const use = others.find(
      ({ relationship_type: of, target_ref: target }) =>
        of === "uses" && target === stixIds.technique(2),
    );
    expect(use).toMatchObject({ source_ref: stixIds.group(1) });
  });

  it("bears the strictest marking of the sessions that have an object, and of all for itself", async () => {
    const { first, second, dossier } = await made();
    await first.update({ tlp: "green" });
    await second.update({ tlp: "red" });
    const objects = await stixOf(dossier);
    const named = (name: string) => objects.find((object) => object["name"] === name);
    expect(
      levelOf(
        objects,
        objects.find(({ type }) => type === "grouping"),
      ),
    ).toBe("TLP:RED");
    expect(levelOf(objects, named("Первый"))).toBe("TLP:GREEN");
    expect(levelOf(objects, named("第二"))).toBe("TLP:RED");
    expect(levelOf(objects, named("45.66.77.88"))).toBe("TLP:RED");
    expect(levelOf(objects, named("evil-harbour.net"))).toBe("TLP:RED");
    expect(named("APT29")).not.toHaveProperty("object_marking_refs");
    const notes = objects.filter(
      ({ type, abstract }) => type === "note" && /T1566/.test(String(abstract)),
    );
    expect(notes.map((note) => levelOf(objects, note))).toEqual(["TLP:GREEN"]);
  });

  it("has what a person accepted rather than what nobody reviewed", async () => {
    const { first, second, dossier } = await made();
    const labelsOf = async () =>
      (await stixOf(dossier)).find(
        ({ relationship_type: of, target_ref: target }) =>
          of === "uses" && target === stixIds.technique(2),
      )?.["labels"];
    expect(await labelsOf()).toContain("review:suggested");
    await second.patch("T1059.001", { review_status: "accepted" });
    expect(await labelsOf()).toContain("review:accepted");
    await second.patch("T1059.001", { review_status: "rejected" });
    expect(await labelsOf()).toContain("review:suggested");
    await first.patch("T1059.001", { review_status: "rejected" });
    const objects = await stixOf(dossier);
    expect(JSON.stringify(objects)).not.toContain("T1059.001");
  });

  it("leaves out sessions that are gone, and is valid without any", async () => {
    const { first, second, dossier } = await made();
    await request(`/api/analyze/sessions/${first.id}`, { method: "DELETE" });
    expect((await stixOf(dossier)).filter(({ type }) => type === "report")).toHaveLength(1);
    await request(`/api/analyze/sessions/${second.id}`, { method: "DELETE" });
    expect((await stixOf(dossier)).map(({ type }) => type)).toEqual(["identity", "grouping"]);
  });

  it("is open to viewers", async () => {
    const { dossier } = await made();
    const headers = { "X-Auth-User": "vic", "X-Auth-Roles": "viewer" };
    const path = `${dossier.path}/export?format=stix`;
    expect((await requestWith(TEAM, path, { headers })).status).toBe(200);
  });
});
