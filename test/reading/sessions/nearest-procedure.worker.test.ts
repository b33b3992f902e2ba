import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { Analysis } from "../../../src/reading/sessions/schema.ts";
import { relationship, smallBundle, smallObjects, stixIds } from "../../support/bundles.ts";
import { newSession } from "../../support/edits.ts";
import { ingest, requestJson } from "../../support/service.ts";

const DOMAIN = "mobile-attack";
const REPORT = "The loader started encoded commands through a hidden window (T1059.001).";

/** No weights are trained for its domain, so that its own small model explains; words count from their fourth text on. */
function bundleWithProcedures() {
  const { campaign, technique, tool } = stixIds;
  const told = (n: number, source: string, target: number, description: string) =>
    relationship(n, "uses", source, technique(target), { description });
  const encoded = "It starts encoded commands through a hidden window.";
  const objects = [
    ...smallObjects(),
    told(61, campaign(1), 2, "They asked the registry for the proxy."),
    told(62, tool(1), 2, encoded),
    told(63, tool(1), 1, encoded),
    told(64, tool(1), 3, encoded),
    told(65, tool(1), 4, encoded),
  ];
  return smallBundle("18.1", "2.1", objects, DOMAIN);
}

beforeAll(async () => {
  await ingest(bundleWithProcedures());
});

async function explained(id: string) {
  const { body } = await requestJson<Analysis>(`/api/analyze/${id}?explain=true`);
  return body.techniques.find(({ attack_id }) => attack_id === "T1059.001")?.explanation;
}

describe("the nearest procedure of a technique", () => {
  it("stands in its explanation, with the name that the release has", async () => {
    const { id } = await newSession(REPORT, { domain: DOMAIN });
    const { nearest_procedure: nearest } = (await explained(id)) ?? {};
    expect(nearest).toMatchObject({ source_id: "S0002", name: "Mimikatz" });
    expect(nearest?.similarity).toBeGreaterThan(0.3);
    for (const word of nearest?.words ?? []) expect(REPORT).toContain(word);
    expect(nearest?.words.length).toBeGreaterThan(1);
  });

  it("is null where no procedure is like the evidence", async () => {
    const { id } = await newSession("Zebras graze (T1059.001).", { domain: DOMAIN });
    expect(await explained(id)).toMatchObject({ nearest_procedure: null });
  });

  it("is null in sessions from before there was any", async () => {
    const { id } = await newSession(REPORT, { domain: DOMAIN });
    await env.WORKSPACE_DB.prepare(
      "UPDATE session_techniques SET nearest_procedure = NULL WHERE session_id = ?",
    )
      .bind(id)
      .run();
    expect(await explained(id)).toMatchObject({ nearest_procedure: null });
  });

  it("is null for a technique that a person added", async () => {
    const session = await newSession(REPORT, { domain: DOMAIN });
    await session.add({ attack_id: "T1566", evidence: "hidden window" });
    const { body } = await requestJson<Analysis>(`/api/analyze/${session.id}?explain=true`);
    const added = body.techniques.find(({ attack_id }) => attack_id === "T1566");
    expect(added?.explanation).toMatchObject({ nearest_procedure: null });
  });
});
