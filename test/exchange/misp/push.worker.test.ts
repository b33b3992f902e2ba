import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pushEvent } from "../../../src/exchange/misp/push-event.ts";
import { serverCredentials } from "../../../src/platform/outbound/server-credentials.ts";
import { MISP_SERVER_KEY, MispServer } from "../../support/misp-server.ts";
import {
  form,
  ingestSmallRelease,
  request,
  requestJson,
  testServices,
} from "../../support/service.ts";
import { requestWith, TEAM } from "../../support/team.ts";

const URL_OF_MISP = "https://misp.unit.invalid/base";
const TEXT = "APT29 sent T1566 mail.\n\nIndicators of Compromise\nevil-one[.]xyz\nevil-two[.]xyz\n";

let misp: MispServer;
beforeAll(ingestSmallRelease);
beforeEach(() => {
  misp = new MispServer();
});

const analyze = async (text = TEXT) =>
  (await requestJson<{ session_id: string }>("/api/analyze", form({ text }))).body.session_id;
const push = async (id: string, { key = MISP_SERVER_KEY, includeRed = false } = {}) => {
  const services = testServices();
  const settings = {
    ...services.settings,
    MISP_URL: URL_OF_MISP,
    SERVER_CREDENTIALS: serverCredentials.parse(JSON.stringify({ [URL_OF_MISP]: { key } })),
  };
  const network = { public: misp.fetch, operator: misp.fetch };
  return await pushEvent({ ...services, settings, network }, "ann", id, includeRed);
};
const change = async (id: string, body: object) =>
  await request(`/api/analyze/sessions/${id}`, { method: "PATCH", body: JSON.stringify(body) });
/** Times of events are whole seconds. */
const age = async (id: string) => {
  const event = misp.events.get(id);
  if (event !== undefined) misp.events.set(id, { ...event, timestamp: "1000" });
};
const valuesOf = (id: string) =>
  (misp.events.get(id)?.Attribute ?? [])
    .filter((one) => one.deleted !== true)
    .map((one) => one.value);

describe("a report that is sent to MISP", () => {
  it("is one event, however often it is sent", async () => {
    const id = await analyze();
    const first = await push(id);
    expect(first).toEqual({
      outcome: "added",
      event_url: `${URL_OF_MISP}/events/view/${id}`,
      attributes: 2,
      tags: 2,
      notes: 1,
    });
    expect((await push(id)).outcome).toBe("unchanged");
    await age(id);
    await change(id, { note: "Changed" });
    expect((await push(id)).outcome).toBe("updated");
    expect([...misp.events.keys()]).toEqual([id]);
    expect(valuesOf(id)).toEqual(["evil-one.xyz", "evil-two.xyz"]);
    const { results } = await env.WORKSPACE_DB.prepare(
      "select actor, details ->> '$.server' as server from audit where action = 'session.push' and object_id = ?",
    )
      .bind(id)
      .all();
    expect(results).toEqual(
      Array.from({ length: 3 }, () => ({ actor: "ann", server: "misp.unit.invalid" })),
    );
    expect(JSON.stringify(results)).not.toContain(MISP_SERVER_KEY);
  });

  it("is one event also where the answer was lost, and where two send it at the same time", async () => {
    const id = await analyze();
    misp.losesAnswer = true;
    await expect(push(id)).rejects.toMatchObject({ code: "provider_error" });
    expect((await push(id)).outcome).toBe("unchanged");
    const other = await analyze();
    const outcomes = await Promise.all([push(other), push(other)]);
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(["added", "unchanged"]);
    expect([...misp.events.keys()].sort()).toEqual([id, other].sort());
  });

  it("loses there what it lost here, and keeps what others added", async () => {
    const id = await analyze();
    await push(id);
    const event = misp.events.get(id);
    const added = { uuid: crypto.randomUUID(), type: "domain", value: "of-a-colleague.xyz" };
    event?.Attribute.push(added);
    await age(id);
    const listed = await requestJson<{ id: string }[]>("/api/pipeline/observables?q=evil-two");
    const [observable] = listed.body;
    const gone = await request(`/api/pipeline/observables/${observable?.id}`, { method: "DELETE" });
    expect(gone.status).toBe(204);
    expect((await push(id)).outcome).toBe("updated");
    expect(valuesOf(id).sort()).toEqual(["evil-one.xyz", "of-a-colleague.xyz"]);
  });

  it("leaves while it is marked TLP:RED only if the request says so, which is recorded", async () => {
    const id = await analyze();
    await change(id, { tlp: "red" });
    await expect(push(id)).rejects.toMatchObject({ code: "marked_red" });
    expect(misp.asked).toEqual([]);
    expect((await push(id, { includeRed: true })).outcome).toBe("added");
    const recorded = await env.WORKSPACE_DB.prepare(
      "select details ->> '$.include_red' as red from audit where action = 'session.push' and object_id = ?",
    )
      .bind(id)
      .all();
    expect(recorded.results).toEqual([{ red: 1 }]);
  });

  it("is not taken for updated where a page answers instead of MISP", async () => {
    const id = await analyze();
    misp.isBehindLogin = true;
    await expect(push(id)).rejects.toMatchObject({
      code: "provider_error",
      message: "misp.unit.invalid does not answer as MISP does. Check the address in MISP_URL.",
    });
  });

  it.each([
    [403, /Check its key in SERVER_CREDENTIALS/],
    [500, /answers with HTTP 500. Try again later/],
    [429, /answers with HTTP 429. Try again later/],
    [405, /answers with HTTP 405. Check the address in MISP_URL/],
    [400, /answers with HTTP 400. The log of MISP says why/],
  ])("says what to do where MISP answers %i", async (status, sentence) => {
    const id = await analyze();
    if (status === 403) {
      await expect(push(id, { key: "another" })).rejects.toMatchObject({ message: sentence });
    } else {
      misp.status = status;
      await expect(push(id)).rejects.toMatchObject({ code: "provider_error", message: sentence });
    }
  });

  it("needs a server, a report and an analyst", async () => {
    const send = async (body: object, role = "analyst") =>
      await requestWith({ ...TEAM, MISP_URL: "" }, "/api/misp/push", {
        method: "POST",
        headers: { "X-Auth-User": "ann@unit.dev", "X-Auth-Roles": role },
        body: JSON.stringify(body),
      });
    const id = await analyze();
    expect((await send({ session_id: id })).status).toBe(503);
    expect((await send({ session_id: id }, "viewer")).status).toBe(403);
    expect((await send({ session_id: "x" })).status).toBe(400);
    await expect(push("00000000-0000-4000-8000-000000000000")).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it.each([
    ["a server with a key", URL_OF_MISP, URL_OF_MISP, "misp.unit.invalid"],
    ["a server without a key", URL_OF_MISP, "https://other.unit.invalid", null],
    ["no server", "", URL_OF_MISP, null],
  ])("is offered to analysts where there is %s", async (_what, url, keyOf, host) => {
    const settings = {
      ...TEAM,
      MISP_URL: url,
      SERVER_CREDENTIALS: JSON.stringify({ [keyOf]: { key: MISP_SERVER_KEY } }),
    };
    const ask = async (role: string) =>
      await requestWith(settings, "/api/misp/server", {
        headers: { "X-Auth-User": "ann@unit.dev", "X-Auth-Roles": role },
      });
    expect(await (await ask("analyst")).json()).toEqual({ host });
    expect((await ask("viewer")).status).toBe(403);
  });
});
