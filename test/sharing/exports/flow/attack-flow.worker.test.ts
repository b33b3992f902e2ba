import { beforeAll, describe, expect, it } from "vitest";
import { stixIds } from "../../../support/bundles.ts";
import { newSession } from "../../../support/edits.ts";
import { ingestSmallRelease, request } from "../../../support/service.ts";
import { stixBundleSchema } from "../../../support/stix-schema.ts";

const STORY =
  "# Summary\n\nThe intruders used T1574.001 in the end.\n\n# The intrusion\n\nAPT29 sent T1566 mail to the ministry. " +
  "A document of it ran T1059.001 on the host. Days later T1574.001 was used there.\n\nNothing else happened in those weeks, " +
  "as far as the logs of the ministry and of its provider show.\n";

interface Action {
  type: string;
  id: string;
  technique_id: string;
  effect_refs?: string[];
  [property: string]: unknown;
}
interface BuilderFile {
  schema: string;
  objects: { id: string; instance: string; [property: string]: unknown }[];
  layout: Record<string, [number, number]>;
}

const exported = async (id: string, format: string) =>
  await request(`/api/export/analysis/${id}/${format}`);
const flowOf = async (id: string) => {
  const bundle = await (await exported(id, "attack-flow")).json<{ objects: Action[] }>();
  expect(stixBundleSchema.safeParse(bundle).error).toBeUndefined();
  const actions = bundle.objects.filter(({ type }) => type === "attack-action");
  const flow = bundle.objects.find(({ type }) => type === "attack-flow");
  return { bundle, actions, flow };
};

beforeAll(ingestSmallRelease);

describe("an Attack Flow", () => {
  it("has an action for each technique, in the order of the narrative", async () => {
    const { id } = await newSession(STORY, { name: "Mail to the ministry" });
    const { actions, flow } = await flowOf(id);
    expect(actions.map(({ technique_id }) => technique_id)).toEqual([
      "T1566",
      "T1059.001",
      "T1574.001",
    ]);
    expect(actions.map(({ effect_refs: effects }) => effects)).toEqual([
      [actions[1]?.id],
      [actions[2]?.id],
      undefined,
    ]);
    expect(flow).toMatchObject({ name: "Mail to the ministry", start_refs: [actions[0]?.id] });
    expect(actions[1]).toMatchObject({
      name: "PowerShell",
      tactic_id: "TA0002",
      technique_ref: stixIds.technique(2),
      description: "A document of it ran T1059.001 on the host.",
      labels: ["review:suggested", "evidence:verified", "origin:analysis"],
    });
  });

  it("has what only a list names as a start without arrows", async () => {
    const { id } = await newSession(
      "APT29 sent T1566 mail. Its document ran T1059.001.\n\nT1574.001: They put a DLL next to a program of the ministry.\n",
    );
    const { actions, flow } = await flowOf(id);
    expect(actions[2]).toMatchObject({ technique_id: "T1574.001" });
    expect(actions.map(({ effect_refs: effects }) => effects)).toEqual([
      [actions[1]?.id],
      undefined,
      undefined,
    ]);
    expect(flow?.["start_refs"]).toEqual([actions[0]?.id, actions[2]?.id]);
    expect(flow?.["description"]).toContain("Actions without an arrow");
  });

  it("bears the marking of the session on the flow and each action", async () => {
    const session = await newSession("APT29 sent T1566 mail.");
    await session.update({ tlp: "red" });
    const { actions, flow, bundle } = await flowOf(session.id);
    const marking = bundle.objects.find(({ type }) => type === "marking-definition");
    for (const object of [flow, ...actions]) {
      expect(object?.["object_marking_refs"]).toEqual([marking?.id]);
    }
    const file = await (await exported(session.id, "attack-flow-builder")).json<BuilderFile>();
    expect(JSON.stringify(file.objects[0])).toContain("TLP:RED");
  });

  it("is refused for a session without a technique", async () => {
    const { id } = await newSession("Nobody did anything to the ministry.");
    for (const format of ["attack-flow", "attack-flow-builder"]) {
      const response = await exported(id, format);
      expect([format, response.status]).toEqual([format, 409]);
      expect(await response.json()).toMatchObject({ code: "conflict" });
    }
  });
});

describe("a file of the Attack Flow Builder", () => {
  it("joins the same actions by lines whose ends, anchors and places all exist", async () => {
    const { id } = await newSession(STORY);
    const file = await (await exported(id, "attack-flow-builder")).json<BuilderFile>();
    expect(file.schema).toBe("attack_flow_v2");
    const byInstance = new Map(file.objects.map((object) => [object.instance, object]));
    expect(byInstance.size).toBe(file.objects.length);
    const ofKind = (kind: string) => file.objects.filter((object) => object.id === kind);
    const [canvas] = ofKind("flow");
    const actions = ofKind("action");
    const lines = ofKind("dynamic_line");
    expect(canvas?.["objects"]).toEqual([...actions, ...lines].map(({ instance }) => instance));
    expect(
      actions.map(({ properties }) => new Map(properties as [string, unknown][]).get("ttp")),
    ).toEqual([
      [
        ["tactic", "TA0001"],
        ["technique", "T1566"],
      ],
      [
        ["tactic", "TA0002"],
        ["technique", "T1059.001"],
      ],
      [
        ["tactic", expect.any(String) as unknown],
        ["technique", "T1574.001"],
      ],
    ]);
    for (const [at, line] of lines.entries()) {
      const ends = [
        { latch: line["source"], side: "270", action: actions[at] },
        { latch: line["target"], side: "90", action: actions[at + 1] },
      ];
      for (const { latch, side, action } of ends) {
        const anchors = action?.["anchors"] as Record<string, string> | undefined;
        const anchor = anchors?.[side] ?? "";
        expect(byInstance.get(anchor)).toMatchObject({ id: "vertical_anchor", latches: [latch] });
        expect(byInstance.get(String(latch))).toMatchObject({ id: "generic_latch" });
      }
      const [handle] = line["handles"] as string[];
      expect(byInstance.get(handle ?? "")).toMatchObject({ id: "generic_handle" });
    }
    const tops = actions.map(({ instance }) => file.layout[instance]?.[1] ?? Number.NaN);
    expect(tops).toEqual([...tops].sort((a, b) => a - b));
  });
});
