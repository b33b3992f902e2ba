import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sha256 } from "../../../src/platform/audit/digest.ts";
import { json, newSession } from "../../support/edits.ts";
import { ingestSmallRelease, request, requestJson } from "../../support/service.ts";
import { requestWith, TEAM } from "../../support/team.ts";

const REPORT =
  'APT29 ran T1059.001 on the host & said "<b>hi</b>".\nMail came first (T1566).\nT1574.001 was used as well.';

interface Link {
  id: string;
  path: string;
  is_open: boolean;
  expires_at: string;
}

let session: Awaited<ReturnType<typeof newSession>>;
let links = "";

beforeAll(ingestSmallRelease);
beforeEach(async () => {
  session = await newSession(REPORT, { name: "Mail <first>" });
  links = `${session.path}/proof-links`;
});

const sign = async (state = "signed") => await session.update({ review_state: state });
const create = async (body: object = {}) => {
  const created = await requestJson<Link>(links, json("POST", body));
  expect(created.status).toBe(201);
  return created.body;
};
const open = async (path: string) => {
  const response = await request(path, { headers: { Accept: "text/html" } });
  return { status: response.status, headers: response.headers, html: await response.text() };
};
const isClosed = async (path: string) => {
  const unknown = await open(`/proof/${"x".repeat(43)}`);
  const { status, html, headers } = await open(path);
  expect(status).toBe(404);
  expect(html).toBe(unknown.html);
  expect(headers.get("Content-Security-Policy")).toBe(
    unknown.headers.get("Content-Security-Policy"),
  );
};

describe("the page of a proof link", () => {
  it("shows the techniques, their evidence in the text, and who signed", async () => {
    await session.update({ tlp: "amber", note: "a secret note", tags: ["secret-tag"] });
    await session.patch("T1574.001", { review_status: "rejected" });
    await session.patch("T1566", { review_status: "accepted", note: "another secret" });
    await sign();
    const { path } = await create();
    const { status, html } = await open(path);
    expect(status).toBe(200);
    for (const shown of [
      "<h1>Mail &lt;first&gt;</h1>",
      "TLP:AMBER",
      "the local user",
      "T1566 Phishing</strong> · Confirmed",
      "<mark>Mail came first (T1566).</mark><sup>T1566</sup>",
      "&amp; said &quot;&lt;b&gt;hi&lt;/b&gt;&quot;",
      sha256(REPORT),
    ]) {
      expect(html).toContain(shown);
    }
    for (const hidden of ["secret", "<b>", "<script", "T1574.001 Search", "Rejected"]) {
      expect(html).not.toContain(hidden);
    }
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
    expect(targets.length).toBeGreaterThan(1);
    for (const target of targets) expect(html).toContain(`id="${target}"`);
  });

  it("names the audit entry of the signature with its hash", async () => {
    await sign();
    await session.update({ review_state: "draft" });
    await session.patch("T1566", { review_status: "accepted" });
    await sign();
    const { path } = await create();
    const trail = await requestJson<{ seq: number; hash: string }[]>(
      `/api/pipeline/audit?action=session.update&object_id=${session.id}`,
    );
    const [{ seq, hash } = { seq: 0, hash: "" }] = trail.body;
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect((await open(path)).html).toContain(`<dd>${seq}, <code>${hash}</code></dd>`);
  });

  it("forbids scripts, frames, storing, indexing and referrers", async () => {
    await sign();
    const { headers, html } = await open((await create()).path);
    expect(headers.get("Content-Security-Policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+='; form-action 'none'; frame-ancestors 'none'; base-uri 'none'$/,
    );
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(headers.get("X-Robots-Tag")).toBe("noindex, nofollow");
    expect(headers.get("Set-Cookie")).toBeNull();
    expect(html).not.toMatch(/<script|<link|<img| style=| on\w+=/);
  });

  it("warns where the report was changed behind the service's back", async () => {
    await sign();
    const { path } = await create();
    expect((await open(path)).html).not.toContain("Do not rely on it");
    await env.WORKSPACE_DB.prepare("update session_techniques set name = ? where session_id = ?")
      .bind("Another name", session.id)
      .run();
    expect((await open(path)).html).toContain("Do not rely on it");
  });
});

describe("a proof link", () => {
  it("is for signed reports, and not for those marked TLP:RED", async () => {
    expect(await requestJson(links, json("POST", {}))).toMatchObject({
      status: 409,
      body: { code: "conflict", detail: expect.stringContaining("Sign it first") as unknown },
    });
    await session.update({ tlp: "red" });
    await sign();
    expect(await requestJson(links, json("POST", {}))).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("TLP:RED") as unknown },
    });
  });

  it("is valid for 7 days, and at most for 90", async () => {
    await sign();
    const daysOf = ({ expires_at: at }: Link) => Math.round((Date.parse(at) - Date.now()) / 864e5);
    expect(daysOf(await create())).toBe(7);
    expect(daysOf(await create({ expires_in_days: 90 }))).toBe(90);
    for (const days of [0, 91, 1.5]) {
      const { status } = await requestJson(links, json("POST", { expires_in_days: days }));
      expect(status).toBe(422);
    }
  });

  it("stores no secret", async () => {
    await sign();
    const { path, id } = await create();
    const secret = path.slice("/proof/".length);
    const row = await env.WORKSPACE_DB.prepare("select * from proof_links where id = ?")
      .bind(id)
      .first<Record<string, string>>();
    expect(row?.["hash"]).toBe(sha256(secret));
    expect(JSON.stringify(row)).not.toContain(secret);
    const listed = await requestJson<Link[]>(links);
    expect(listed.body).toMatchObject([{ id, is_open: true }]);
    expect(JSON.stringify(listed.body)).not.toContain(secret);
  });

  it("opens nothing once it is revoked, and says the same as an unknown one", async () => {
    await sign();
    const { path, id } = await create();
    const other = await newSession();
    expect((await request(`${other.path}/proof-links/${id}`, { method: "DELETE" })).status).toBe(
      404,
    );
    expect((await request(`${links}/${id}`, { method: "DELETE" })).status).toBe(204);
    expect((await request(`${links}/${id}`, { method: "DELETE" })).status).toBe(404);
    await isClosed(path);
  });

  it("opens nothing once it has expired", async () => {
    await sign();
    const { path, id } = await create();
    await env.WORKSPACE_DB.prepare("update proof_links set expires_at = ? where id = ?")
      .bind("2026-01-01T00:00:00.000Z", id)
      .run();
    await isClosed(path);
    expect((await requestJson<Link[]>(links)).body).toMatchObject([{ is_open: false }]);
  });

  it("ends when the report is reopened, also if it is signed again", async () => {
    await sign();
    const { path } = await create();
    await sign("draft");
    await isClosed(path);
    await sign();
    await isClosed(path);
    expect((await requestJson<Link[]>(links)).body).toMatchObject([{ is_open: false }]);
    expect((await open((await create()).path)).status).toBe(200);
  });

  it("ends when the report is deleted", async () => {
    await sign();
    const { path } = await create();
    await sign("draft");
    expect((await request(session.path, { method: "DELETE" })).status).toBe(204);
    await isClosed(path);
    expect((await requestJson(links)).status).toBe(404);
  });

  it("is limited to 20 for a report", async () => {
    await sign();
    for (let n = 0; n < 20; n += 1) await create();
    expect(await requestJson(links, json("POST", {}))).toMatchObject({
      status: 507,
      body: { code: "quota_exceeded" },
    });
  });

  it("is off unless a setting turns it on", async () => {
    await sign();
    const { path } = await create();
    const off = { PROOF_LINKS: "false" };
    const asked = await requestWith(off, links, json("POST", {}));
    expect(asked.status).toBe(404);
    expect(await asked.json()).toMatchObject({
      detail: "Proof links are turned off. PROOF_LINKS=true turns them on.",
    });
    expect((await requestWith(off, path, {})).status).toBe(404);
  });

  it("needs no identity to be opened, and an analyst to be made", async () => {
    await sign();
    const { path } = await create();
    expect((await requestWith(TEAM, path, {})).status).toBe(200);
    const viewer = { "X-Auth-User": "vic", "X-Auth-Roles": "viewer" };
    const refused = await requestWith(TEAM, links, { ...json("POST", {}), headers: viewer });
    expect(refused.status).toBe(403);
  });

  it("answers so many times a minute, each link on its own", async () => {
    await sign();
    const [first, second] = [await create(), await create()];
    const limited = { ...TEAM, RATE_EXPORTS_PER_MINUTE: "2" };
    const statuses = [];
    for (const { path } of [first, first, first, second]) {
      statuses.push((await requestWith(limited, path, {})).status);
    }
    expect(statuses).toEqual([200, 200, 429, 200]);
  });
});
