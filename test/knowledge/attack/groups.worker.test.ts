import { beforeAll, describe, expect, it } from "vitest";
import { ingestSmallRelease, requestJson } from "../../support/service.ts";

interface Group {
  attack_id: string;
}

beforeAll(ingestSmallRelease);

const search = async (text: string) => {
  const query = new URLSearchParams({ search: text }).toString();
  return (await requestJson<Group[]>(`/api/apt/groups?${query}`)).body.map((g) => g.attack_id);
};

describe("GET /api/apt/groups", () => {
  it("lists active groups by name", async () => {
    const { status, body, headers } = await requestJson<Group[]>("/api/apt/groups");
    expect(status).toBe(200);
    expect(headers.get("X-Total-Count")).toBe("2");
    expect(body).toMatchObject([
      {
        attack_id: "G0007",
        name: "APT28",
        aliases: ["Fancy Bear", "Müllerbär"],
        technique_count: 1,
      },
      { attack_id: "G0016", technique_count: 3, domain: "enterprise-attack", version: "18.1" },
    ]);
  });

  it.each([
    ["g0016", ["G0016"]],
    ["cozy", ["G0016"]],
    ["MÜLLERBÄR", ["G0007"]],
    ["100%", ["G0007", "G0016"]],
    ["time_frame", ["G0007", "G0016"]],
    ["time%frame", []],
    ["1_0", []],
    ["'; drop table groups; --", []],
  ])("searches %s literally, in any case", async (text, expected) => {
    expect(await search(text)).toEqual(expected);
  });

  it("pages, and says where more is", async () => {
    const first = await requestJson<Group[]>("/api/apt/groups?limit=1&search=apt");
    expect(first.body).toHaveLength(1);
    const next = /<(.+)>; rel="next"/.exec(first.headers.get("Link") ?? "")?.[1] ?? "";
    const second = await requestJson<Group[]>(next);
    expect(second.body.map((g) => g.attack_id)).toEqual(["G0016"]);
    expect(second.headers.get("Link")).toBeNull();
  });

  it.each([
    "limit=-1",
    "limit=0",
    "limit=2001",
    "limit=x",
    "limit=1.5",
    "offset=-1",
    `search=${"x".repeat(101)}`,
  ])("refuses %s", async (query) => {
    const answer = await requestJson(`/api/apt/groups?${query}`);
    expect(answer).toMatchObject({
      status: 422,
      body: { code: "validation_error", errors: [{ pointer: `/${query.split("=")[0]}` }] },
    });
  });
});

describe("GET /api/apt/groups/{group_id}", () => {
  it("answers everything, whatever the case of the id", async () => {
    const { body } = await requestJson("/api/apt/groups/g0016");
    expect(body).toMatchObject({
      attack_id: "G0016",
      url: "https://attack.mitre.org/groups/G0016",
      campaigns: [{ attack_id: "C0001", name: "Exercise One" }],
      software: [{ attack_id: "S0002", name: "Mimikatz", type: "tool" }],
      tactic_counts: { "initial-access": 1, execution: 3 },
      techniques: [
        { attack_id: "T1059", is_subtechnique: false, use: "Seen in our own exercise." },
        { attack_id: "T1059.001", is_subtechnique: true, platforms: ["Windows", "Linux"] },
        { attack_id: "T1566", tactics: ["initial-access", "execution"] },
      ],
    });
  });

  it.each([
    ["/api/apt/groups/G9999", 404, "not_found", /no group G9999/],
    ["/api/apt/groups/G0099", 404, "not_found", /revoked.*see G0016/],
    ["/api/apt/groups/T1059", 400, "invalid_id", /group id/],
    ["/api/apt/groups/%00", 400, "invalid_id", /group id/],
    ["/api/apt/groups/G0016?domain=nowhere", 404, "unknown_domain", /enterprise-attack/],
    ["/api/apt/groups/G0016?domain=mobile-attack", 404, "knowledge_base_empty", /mobile-attack/],
    ["/api/apt/groups/G0016?version=1.0", 404, "version_not_found", /there are 18\.1/],
  ])("%s answers %i %s", async (path, status, code, detail) => {
    expect(await requestJson(path)).toMatchObject({
      status,
      body: { status, code, detail: expect.stringMatching(detail), request_id: expect.any(String) },
    });
  });
});
