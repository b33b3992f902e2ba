import { beforeAll, describe, expect, it } from "vitest";
import { ingestSmallRelease, requestJson } from "../../support/service.ts";

beforeAll(ingestSmallRelease);

interface Result {
  items_created: number;
  observables_created: number;
  observables_known: number;
  suppressed: number;
  error_count: number;
  errors: { pointer: string }[];
  objects_by_type: Record<string, number>;
}

const domains = (name: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({ type: "domain", value: `h${i}.${name}-c2.com` }));

const event = (name: string, attributes: object[], objects: object[][] = []) => ({
  Event: {
    Attribute: attributes,
    // Behind the attributes, as they may be, so that nothing is known of the event before.
    uuid: crypto.randomUUID(),
    info: `Findings of ${name}, a large event`,
    Object: objects.map((inner) => ({ name: "file", Attribute: inner })),
    Tag: [{ name: 'misp-galaxy:mitre-attack-pattern="PowerShell - T1059.001"' }],
  },
});

async function importEvents(events: object[], query = "") {
  const path = `/api/pipeline/import/sharing_events${query}`;
  const body = JSON.stringify({ response: events });
  return await requestJson<Result>(path, { method: "POST", body });
}

async function reportOf(name: string) {
  const query = `/api/pipeline/intake?q=${encodeURIComponent(`findings of ${name},`)}`;
  const { body } =
    await requestJson<{ observable_ids: string[]; technique_ids: string[] }[]>(query);
  expect(body).toHaveLength(1);
  return body[0];
}

describe("events with more attributes than are held at once", () => {
  it("lose none, and keep theirs apart", async () => {
    const wrong = { type: "md5", value: "no hash" };
    const hash = { type: "sha256", value: "0f".repeat(31).padStart(64, "ab") };
    const events = [
      event("alpha", [...domains("alpha", 12_500), wrong], [[hash, wrong]]),
      event("beta", domains("beta", 3)),
      event("gamma", domains("gamma", 10_500)),
    ];
    const total = 12_500 + 1 + 3 + 10_500;
    const expected = {
      items_created: 3,
      observables_created: total,
      observables_known: 0,
      suppressed: 0,
      error_count: 2,
      objects_by_type: { event: 3 },
      errors: [
        { pointer: "/response/0/Event/Attribute/12500" },
        { pointer: "/response/0/Event/Object/0/Attribute/1" },
      ],
    };
    expect((await importEvents(events, "?dry_run=true")).body).toMatchObject(expected);
    expect((await importEvents(events)).body).toMatchObject(expected);
    expect((await reportOf("alpha"))?.observable_ids).toHaveLength(12_501);
    expect((await reportOf("beta"))?.observable_ids).toHaveLength(3);
    expect(await reportOf("gamma")).toMatchObject({ technique_ids: ["T1059.001"] });
    expect((await reportOf("gamma"))?.observable_ids).toHaveLength(10_500);
    expect((await importEvents(events)).body).toMatchObject({
      items_created: 0,
      observables_created: 0,
      observables_known: total,
    });
  });
});
