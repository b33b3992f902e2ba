import { beforeAll, describe, expect, it } from "vitest";
import type { Touched } from "../../../src/detection/coverage/release-impact/schema.ts";
import { smallBundle, smallObjects, technique } from "../../support/bundles.ts";
import { json } from "../../support/coverage.ts";
import { form, ingest, requestJson } from "../../support/service.ts";

const PATH = "/api/attack/diff/impact?from=16.0&to=18.1";
const ids: Record<string, string> = {};

async function impact(query: string): Promise<Touched[]> {
  const { status, body } = await requestJson<Touched[]>(`${PATH}&${query}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}
const layer = async (name: string, techniques: string[], version?: string) => {
  const body = json({ name, technique_ids: techniques, ...(version && { version }) });
  return (await requestJson<{ layer_id: string }>("/api/layers", body)).body.layer_id;
};

// In 16.0 T1086 was active, T1574.001 had another name, T1566 one tactic, T1059 another description.
beforeAll(async () => {
  const old = smallObjects().map((object) => {
    const [reference] = (object["external_references"] ?? []) as { external_id: string }[];
    const id = reference?.external_id;
    if (id === "T1086") return { ...object, revoked: false };
    if (id === "T1574.001") return { ...object, name: "DLL Search Order Hijacking" };
    if (id === "T1566") return { ...object, kill_chain_phases: [{ phase_name: "execution" }] };
    return id === "T1059" ? { ...object, description: "Otherwise." } : object;
  });
  old.push(technique(50, "T1777", "Passing Fad", ["execution"]));
  await ingest(smallBundle("16.0", "2.1", old));
  const text = "The actor ran T1086 on the host. The actor then used T1059.001 there.";
  const analysed = await requestJson<{ session_id: string }>("/api/analyze", form({ text }));
  ids["session"] = analysed.body.session_id;
  ids["layer"] = await layer("Old layer", ["T1086", "T1574.001", "T1059.001"]);
  const sigma = [
    "title: Mails",
    "logsource: { product: windows, category: process_creation }",
    "detection: { one: { CommandLine: mail }, condition: one }",
    "tags: [attack.t1566]",
  ].join("\n");
  await requestJson("/api/pipeline/rules/import", { method: "POST", body: `${sigma}\n` });
  const [rule] = (await requestJson<{ rule_id: string }[]>("/api/pipeline/rules")).body;
  ids["rule"] = rule!.rule_id;
  await ingest(smallBundle("18.1"));
  await layer("New layer", ["T1086", "T1574.001"], "18.1");
});

describe("GET /api/attack/diff/impact", () => {
  it("lists the sessions that name a technique which was revoked", async () => {
    expect(await impact("kind=session")).toEqual([
      {
        kind: "session",
        id: ids["session"],
        name: expect.any(String),
        version: "16.0",
        technique_count: 1,
        techniques: [
          {
            attack_id: "T1086",
            name: "PowerShell",
            changes: ["revoked"],
            replaced_by: "T1059.001",
          },
        ],
      },
    ]);
  });

  it("lists the layers that are not at the later release already", async () => {
    const [first, ...others] = await impact("kind=layer");
    expect(others).toEqual([]);
    expect(first).toMatchObject({ id: ids["layer"], name: "Old layer", technique_count: 2 });
    expect(first?.techniques.map(({ attack_id: id, changes }) => [id, changes])).toEqual([
      ["T1086", ["revoked"]],
      ["T1574.001", ["renamed"]],
    ]);
  });

  it("lists the rules whose technique moved to other tactics", async () => {
    expect(await impact("kind=rule")).toMatchObject([
      { id: ids["rule"], name: "Mails", techniques: [{ attack_id: "T1566", changes: ["moved"] }] },
    ]);
  });

  it("takes the changes that count, and edited descriptions only when they are asked for", async () => {
    expect(await impact("kind=layer&change=renamed")).toMatchObject([{ technique_count: 1 }]);
    expect(await impact("kind=layer&change=deprecated,described")).toEqual([]);
    await layer("Interpreters", ["T1059"], "16.0");
    expect(await impact("kind=layer&change=described")).toMatchObject([{ name: "Interpreters" }]);
    expect(await impact("kind=layer&change=renamed&change=described")).toHaveLength(2);
  });

  it("leaves out what an analyst rejected", async () => {
    const path = `/api/analyze/sessions/${ids["session"]}/techniques/T1086`;
    await requestJson(path, json({ review_status: "rejected" }, "PATCH"));
    expect(await impact("kind=session")).toEqual([]);
    await requestJson(path, json({ review_status: "accepted" }, "PATCH"));
    expect(await impact("kind=session")).toHaveLength(1);
  });

  it("is paged", async () => {
    await layer("Another", ["T1086"], "16.0");
    const { body, headers } = await requestJson<Touched[]>(`${PATH}&kind=layer&limit=1&offset=1`);
    expect(body).toMatchObject([{ name: "Old layer" }]);
    expect(headers.get("X-Total-Count")).toBe("2");
  });

  it.each([
    ["kind=session&limit=201", "validation_error"],
    ["kind=dossier", "validation_error"],
    ["", "validation_error"],
    ["kind=rule&change=all", "validation_error"],
    ["kind=rule&domain=x", "unknown_domain"],
  ])("refuses %s with %s", async (query, code) => {
    expect((await requestJson(`${PATH}&${query}`)).body).toMatchObject({ code });
  });

  it.each([
    ["from=18.1&to=16.0", "validation_error"],
    ["from=16.0&to=16.0", "validation_error"],
    ["from=15.0&to=18.1", "version_not_found"],
  ])("refuses releases in the wrong order, and those that are missing: %s", async (query, code) => {
    const { body } = await requestJson(`/api/attack/diff/impact?kind=rule&${query}`);
    expect(body).toMatchObject({ code });
  });
});
