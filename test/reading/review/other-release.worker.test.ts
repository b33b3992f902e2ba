import { beforeAll, describe, expect, it } from "vitest";
import type { Dossier } from "../../../src/reading/dossiers/schema.ts";
import { smallBundle, smallObjects, technique } from "../../support/bundles.ts";
import { newDossier } from "../../support/dossiers.ts";
import { json } from "../../support/edits.ts";
import { form, ingest, requestJson } from "../../support/service.ts";

const REPORT = "The actor ran T1059.001 and used T1562 against the sensor.";

async function analyse(version: string): Promise<string> {
  const { body } = await requestJson<{ session_id: string }>(
    `/api/analyze?version=${version}`,
    form({ text: REPORT }),
  );
  return body.session_id;
}

beforeAll(async () => {
  const own = { "18.1": ["T1562", "Impair Defenses"], "19.1": ["T1685", "Disable Tools"] };
  for (const [version, [id = "", name = ""]] of Object.entries(own)) {
    const objects = [...smallObjects(), technique(60, id, name, ["execution"])];
    await ingest(smallBundle(version, "2.1", objects));
  }
});

describe("a second opinion of another release", () => {
  const ask = async (id: string, query: string) =>
    await requestJson<{ version: string; techniques: { attack_id: string; verdict: string }[] }>(
      `/api/analyze/sessions/${id}/second-opinion?provider=provider_a${query}`,
      { method: "POST" },
    );

  it.each([
    ["18.1", "", "18.1", "T1562"],
    ["18.1", "&version=19.1", "19.1", "T1685"],
    ["19.1", "", "19.1", "T1685"],
  ])("of a session of %s, asked %j, is of %s", async (version, query, of, attackId) => {
    const { body } = await ask(await analyse(version), query);
    expect(body.version).toBe(of);
    expect(body.techniques).toMatchObject([
      { attack_id: "T1059.001", verdict: "both" },
      { attack_id: attackId, verdict: "both" },
    ]);
  });

  it("names the releases that there are", async () => {
    expect(await ask(await analyse("18.1"), "&version=17.1")).toMatchObject({
      status: 404,
      body: { code: "version_not_found" },
    });
  });
});

describe("a technique that is added by its id in another release", () => {
  const add = async (id: string, query: string, attackId: string) =>
    await requestJson<{ attack_id: string; replaced_from: string | null; detail: string }>(
      `/api/analyze/sessions/${id}/techniques${query}`,
      json("POST", { attack_id: attackId, evidence: "against the sensor" }),
    );
  const empty = async (version: string) => {
    const text = form({ text: "Something went against the sensor of the bank." });
    const path = `/api/analyze?version=${version}`;
    return (await requestJson<{ session_id: string }>(path, text)).body.session_id;
  };

  it("is stored as the session's release has it", async () => {
    const newer = await add(await empty("19.1"), "?version=18.1", "T1562");
    expect(newer.body).toMatchObject({ attack_id: "T1685", replaced_from: "T1562" });
    const same = await add(await empty("19.1"), "?version=18.1", "T1566");
    expect(same.body).toMatchObject({ attack_id: "T1566", replaced_from: null });
  });

  it("must be there in the release that is named", async () => {
    const answer = await add(await empty("19.1"), "?version=18.1", "T1685");
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toContain("belongs to ATT&CK 19.1");
    expect((await add(await empty("19.1"), "?version=17.1", "T1566")).status).toBe(404);
  });
});

describe("a dossier", () => {
  it("follows all ids to the release that is asked for", async () => {
    const { path } = await newDossier([await analyse("18.1"), await analyse("18.1")]);
    const read = async (query: string) =>
      (await requestJson<Dossier & { code: string }>(`${path}${query}`)).body;
    const idsOf = ({ techniques }: Dossier) => techniques.map(({ attack_id: id }) => id).sort();
    expect(idsOf(await read(""))).toEqual(["T1059.001", "T1562"]);
    const newer = await read("?version=19.1");
    expect(newer.releases).toEqual([{ domain: "enterprise-attack", version: "19.1" }]);
    expect(idsOf(newer)).toEqual(["T1059.001", "T1685"]);
    const exported = await read("/export?format=json&version=19.1");
    expect(idsOf(exported)).toEqual(["T1059.001", "T1685"]);
    expect((await read("?version=17.1")).code).toBe("version_not_found");
  });
});
