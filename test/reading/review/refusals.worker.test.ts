import { beforeAll, describe, expect, it } from "vitest";
import { json, newSession } from "../../support/edits.ts";
import { ingestSmallRelease } from "../../support/service.ts";
import { requestWith, TEAM } from "../../support/team.ts";

beforeAll(ingestSmallRelease);

const CHANGE = "00000000-0000-4000-8000-00000000c4a9";
/** What each route of the analyst's verbs takes. */
const ROUTES: [method: string, end: string, body?: object][] = [
  ["PATCH", "", { note: "n" }],
  ["POST", "/techniques", { attack_id: "T1574.001", evidence: "loader" }],
  ["PATCH", "/techniques/T1566", { note: "n" }],
  ["DELETE", "/techniques/T1566"],
  ["POST", `/history/${CHANGE}/undo`],
  ["POST", "/reanalyse"],
];
const READS = ["/history", "/compare/changes"];

const as = (role: string, more: Record<string, string> = {}) => ({
  "X-Auth-User": "eve@example.org",
  "X-Auth-Roles": role,
  ...more,
});

async function send(init: RequestInit, path: string) {
  const response = await requestWith(TEAM, path, init);
  const { code } = response.status < 300 ? {} : await response.json<{ code?: string }>();
  return [response.status, code];
}

describe.each(ROUTES)("%s …%s", (method, end, body) => {
  it("is not for viewers, whatever they send, nor for who is not known", async () => {
    const session = await newSession();
    const path = session.path + end;
    for (const given of [body, undefined, { bogus: 1 }]) {
      const refused = await send({ ...json(method, given), headers: as("viewer") }, path);
      expect(refused).toEqual([403, "role_required"]);
    }
    expect(await send(json(method, body), path)).toEqual([401, "authentication_required"]);
    expect((await session.history()).body).toEqual([]);
  });

  it("is not for pages of other origins", async () => {
    const session = await newSession();
    for (const headers of [
      { Origin: "https://elsewhere.example" },
      { "Sec-Fetch-Site": "cross-site", Origin: "null" },
    ]) {
      const init = { ...json(method, body), headers: as("analyst", headers) };
      expect(await send(init, session.path + end)).toEqual([403, "cross_origin"]);
    }
    expect((await session.history()).body).toEqual([]);
  });

  it("takes no body that is too large, broken or of another form", async () => {
    const session = await newSession();
    const path = session.path + end;
    const sent = async (given: BodyInit, headers: Record<string, string> = {}) =>
      await send({ method, body: given, headers: as("analyst", headers) }, path);
    const huge = JSON.stringify({ note: "n".repeat(3 * 1024 * 1024) });
    expect(await sent(huge)).toEqual([413, "body_too_large"]);
    const form = new FormData();
    form.set("note", "n");
    expect(await sent(form)).toEqual([400, "invalid_json"]);
    expect(await sent("note=n", { "Content-Type": "application/x-www-form-urlencoded" })).toEqual([
      400,
      "invalid_json",
    ]);
    expect(await sent(new Uint8Array([0x22, 0xff, 0x22]))).toEqual([400, "invalid_json"]);
    const deep = `{"note":${"[".repeat(70)}${"]".repeat(70)}}`;
    expect(await sent(deep)).toEqual([400, "invalid_json"]);
    for (const other of ["[]", '"note"', "1"]) {
      const [status, code] = await sent(other, { "Content-Type": "text/xml" });
      expect([other, status, code]).toEqual([other, 422, "validation_error"]);
    }
    if (body !== undefined) expect(await sent("")).toEqual([400, "invalid_json"]);
    expect((await session.history()).body).toEqual([]);
  });

  it("knows no session that is not there", async () => {
    const path = `/api/analyze/sessions/${CHANGE}${end}`;
    expect(await send({ ...json(method, body), headers: as("analyst") }, path)).toEqual([
      404,
      "not_found",
    ]);
    const malformed = `/api/analyze/sessions/x${end}`;
    expect(await send({ ...json(method, body), headers: as("analyst") }, malformed)).toEqual([
      400,
      "invalid_id",
    ]);
  });
});

it.each(READS)("…%s is for viewers, too", async (end) => {
  const session = await newSession();
  expect(await send({ headers: as("viewer") }, session.path + end)).toEqual([200, undefined]);
  expect(await send({}, session.path + end)).toEqual([401, "authentication_required"]);
});

it("the same request twice happens once", async () => {
  const session = await newSession();
  const twice = async (method: string, end: string, body?: object) => {
    const init = { ...json(method, body), headers: as("analyst", { "Idempotency-Key": "k" }) };
    const [first] = await send(init, session.path + end);
    const [second] = await send(init, session.path + end);
    return [first, second];
  };
  expect(await twice("PATCH", "", { name: "N", tags: ["a", "a"], note: "n" })).toEqual([200, 200]);
  const added = { attack_id: "T1574.001", evidence: "loader" };
  expect(await twice("POST", "/techniques", added)).toEqual([201, 200]);
  expect(await twice("PATCH", "/techniques/T1566", { confidence: 0.5 })).toEqual([200, 200]);
  expect(await twice("DELETE", "/techniques/T1574.001")).toEqual([204, 404]);
  const [removed] = (await session.history()).body;
  expect(await twice("POST", `/history/${removed?.change_id}/undo`)).toEqual([200, 409]);
  expect((await session.history()).body.map(({ action }) => action)).toEqual([
    "undone",
    "removed",
    "changed",
    "added",
    "updated",
  ]);
});
