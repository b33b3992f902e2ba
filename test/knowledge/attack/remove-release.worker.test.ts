import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { smallBundle } from "../../support/bundles.ts";
import { form, ingest, request, requestJson } from "../../support/service.ts";
import { requestWith, TEAM } from "../../support/team.ts";

const as = (role: string) => ({ "X-Auth-User": "ann@unit.dev", "X-Auth-Roles": role });
const VERSIONS = "/api/attack/versions";

const remove = async (path: string) => {
  const response = await request(`${VERSIONS}/${path}`, { method: "DELETE" });
  const code = response.status === 204 ? null : (await response.json<{ code: string }>()).code;
  return [response.status, code];
};
const versionsOf = async (domain: string) =>
  (await requestJson<{ version: string }[]>(`${VERSIONS}?domain=${domain}`)).body.map(
    ({ version }) => version,
  );

const matrix = (version?: string) => ({
  id: "ATLAS",
  name: "Small matrix",
  ...(version && { version }),
  matrices: [
    {
      id: "ATLAS",
      tactics: [{ id: "AML.TA0002", name: "Reconnaissance" }],
      techniques: [{ id: "AML.T0000", name: "Search Databases", tactics: ["AML.TA0002"] }],
    },
  ],
  "case-studies": [
    { id: "AML.CS0001", name: `A study for ${version}`, summary: "It was tried.", procedure: [] },
  ],
});

beforeAll(async () => {
  await ingest(smallBundle("17.1"));
  await ingest(smallBundle("18.1"));
});

describe("a release", () => {
  it("that is not the only one goes, and what refers to it keeps its ids", async () => {
    const { body } = await requestJson<{ session_id: string }>(
      "/api/analyze",
      form({ text: "They used T1566." }),
    );
    expect(await remove("enterprise-attack/18.1")).toEqual([204, null]);
    expect(await versionsOf("enterprise-attack")).toEqual(["17.1"]);
    const current = await request("/api/attack/techniques");
    expect(current.status).toBe(200);
    await current.arrayBuffer();
    const session = await requestJson(`/api/analyze/${body.session_id}`);
    expect(session.body).toMatchObject({ version: "18.1", techniques: [{ attack_id: "T1566" }] });
    const { results } = await env.WORKSPACE_DB.prepare(
      "SELECT actor, action, object_id FROM audit WHERE action = 'release.delete'",
    ).all();
    expect(results).toEqual([
      { actor: "local", action: "release.delete", object_id: "enterprise-attack-18.1" },
    ]);
    expect(await remove("enterprise-attack/18.1")).toEqual([404, "version_not_found"]);
  });

  it("that is the only one stays, also when two are removed at once", async () => {
    await ingest(smallBundle("18.1"));
    const both = ["17.1", "18.1"].map((version) => remove(`enterprise-attack/${version}`));
    const answers = (await Promise.all(both)).map(String);
    expect(answers.sort()).toEqual(["204,", "409,conflict"]);
    const [left = ""] = await versionsOf("enterprise-attack");
    expect(await remove(`enterprise-attack/${left}`)).toEqual([409, "conflict"]);
    expect(await remove("no-domain/1.1")).toEqual([404, "unknown_domain"]);
  });

  it("is removed by an admin alone", async () => {
    for (const role of ["viewer", "analyst"]) {
      const init = { method: "DELETE", headers: as(role) };
      const path = `${VERSIONS}/enterprise-attack/17.1`;
      expect((await requestWith(TEAM, path, init)).status).toBe(403);
    }
  });
});

describe("an import of a matrix", () => {
  const send = async (role: string, body: unknown, query = "") => {
    const init = { method: "POST", headers: as(role), body: JSON.stringify(body) };
    const response = await requestWith(TEAM, `/api/pipeline/import/ml_matrix${query}`, init);
    return await response.json<Record<string, unknown>>();
  };

  it("by an analyst takes the case studies and leaves the matrix, and says so", async () => {
    const result = await send("analyst", matrix(), "?version=9999.9");
    expect(result).toMatchObject({ items_created: 1, technique_count: 1, published: false });
    expect(String(result["warnings"])).toContain("not published as a release");
    expect(await versionsOf("atlas")).toEqual([]);
  });

  it("by an admin publishes it, and what was not meant can be removed", async () => {
    expect(await send("admin", matrix("5.0.1"))).toMatchObject({ published: true, warnings: [] });
    const dry = await send("admin", matrix("5.0.2"), "?dry_run=true");
    expect(dry).toMatchObject({ published: false, warnings: [] });
    await send("admin", matrix(), "?version=9999.9");
    expect(await versionsOf("atlas")).toEqual(["9999.9", "5.0.1"]);
    expect(await remove("atlas/9999.9")).toEqual([204, null]);
    expect(await versionsOf("atlas")).toEqual(["5.0.1"]);
  });
});
