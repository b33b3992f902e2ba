import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { Capture } from "../../../src/exchange/capture/schema.ts";
import { isAllowed, receiveMail } from "../../../src/exchange/capture/receive-mail.ts";
import { bytesOf, mail, text } from "../../support/mails.ts";
import { ingestSmallRelease, request, requestJson, testServices } from "../../support/service.ts";
import { requestWith, TEAM } from "../../support/team.ts";

const PATH = "/api/pipeline/intake/capture";
type Answer = Capture & { code?: string; detail?: string; errors?: { pointer: string }[] };
const capture = async (body: unknown) =>
  await requestJson<Answer>(PATH, { method: "POST", body: JSON.stringify(body) });
const page = (title: string, article: string) =>
  `<!doctype html><html><head><title>${title}</title></head><body><nav>Home</nav><main><h1>${title}</h1>${article}</main><script>run()</script></body></html>`;
const textOf = async (id: string) =>
  await (await request(`/api/pipeline/intake/${id}/text`)).text();
const addReport = async (more: object) =>
  (await requestJson("/api/pipeline/intake", { method: "POST", body: JSON.stringify(more) })).body;
const actionsOf = async (id: unknown) => {
  const { results } = await env.WORKSPACE_DB.prepare(
    "select action from audit where object_id = ? order by seq",
  )
    .bind(id)
    .all<{ action: string }>();
  return results.map(({ action }) => action);
};

beforeAll(ingestSmallRelease);

describe("a page that a browser sends", () => {
  it("is a pending report of its article", async () => {
    const url = "https://lab.unit.dev/paywalled?utm_source=mail";
    const html = page("Отчёт: 攻击", "<p>They used T1566 and hxxp://evil-one[.]xyz.</p>");
    const { status, body } = await capture({ url, html });
    expect([status, body.outcome, body.title]).toEqual([201, "created", "Отчёт: 攻击"]);
    expect(await textOf(body.report_id)).not.toMatch(/Home|run\(\)/);
    const report = (await requestJson(`/api/pipeline/intake/${body.report_id}`)).body;
    expect(report).toMatchObject({
      status: "pending",
      publisher: "lab.unit.dev",
      technique_ids: ["T1566"],
    });
    const again = await capture({ url: "https://lab.unit.dev/paywalled#top", html });
    expect([again.status, again.body.outcome]).toEqual([200, "known"]);
  });

  it("completes the excerpt that a feed brought, once, and says so in the trail", async () => {
    const url = "https://lab.unit.dev/excerpt";
    const known = await addReport({ title: "An excerpt", url, text: "They used…" });
    const html = page("Another title", `<p>${"They used T1566. 🦊 ".repeat(30)}</p>`);
    const first = await capture({ url, html });
    expect(first.body).toMatchObject({ report_id: known["id"], outcome: "completed" });
    expect(await textOf(first.body.report_id)).toContain("They used T1566. 🦊");
    const report = (await requestJson(`/api/pipeline/intake/${first.body.report_id}`)).body;
    expect(report).toMatchObject({ title: "An excerpt", technique_ids: ["T1566"] });
    expect((await capture({ url, html })).body.outcome).toBe("known");
    expect((await capture({ url, html: page("x", "<p>Short.</p>") })).body.outcome).toBe("known");
    expect(await textOf(first.body.report_id)).toContain("They used T1566. 🦊");
    expect(await actionsOf(known["id"])).toEqual(["intake.create", "intake.update"]);
  });

  it("leaves a report alone that is decided, or that only has its title", async () => {
    const url = "https://lab.unit.dev/decided";
    const decided = await addReport({ title: "A decided report", url, text: "Short." });
    const change = { method: "PATCH", body: JSON.stringify({ status: "rejected" }) };
    await request(`/api/pipeline/intake/${String(decided["id"])}`, change);
    const long = `<p>${"A longer text. ".repeat(20)}</p>`;
    expect((await capture({ url, html: page("A decided report", long) })).body.outcome).toBe(
      "known",
    );
    const other = "https://other.unit.dev/same-title";
    expect((await capture({ url: other, html: page("A decided report", long) })).body.outcome).toBe(
      "known",
    );
    expect(await textOf(String(decided["id"]))).toBe("Short.");
  });

  it("may be larger than other JSON", async () => {
    const html = page("A large page", `<p>Text.</p><!-- ${"x".repeat(3 * 1024 * 1024)} -->`);
    expect((await capture({ url: "https://lab.unit.dev/large", html })).status).toBe(201);
  });

  it.each([
    [{ html: "<p>x</p>" }, "/url"],
    [{ url: "https://lab.unit.dev/a" }, "/html"],
    [{ url: "https://lab.unit.dev/a", html: "" }, "/html"],
    [{ url: "javascript:alert(1)", html: "<p>x</p>" }, "/url"],
    [{ url: "https://user:pass@lab.unit.dev/", html: "<p>x</p>" }, "/url"],
    [{ url: "https://lab.unit.dev/a", html: "<p>x</p>", status: "promoted" }, "/status"],
  ])("is refused as %j", async (sent, pointer) => {
    const { status, body } = await capture(sent);
    expect([status, body.errors?.[0]?.pointer]).toEqual([422, pointer]);
  });

  it("is refused without text, as other JSON, from viewers and from other origins", async () => {
    const url = "https://lab.unit.dev/none";
    const nothing = await capture({ url, html: "<script>x</script>" });
    expect([nothing.status, nothing.body.code]).toEqual([422, "document_empty"]);
    const init = (headers: object, body = JSON.stringify({ url, html: "<p>x</p>" })) => ({
      method: "POST",
      headers: { ...headers },
      body,
    });
    expect((await request(PATH, init({}, "[".repeat(100)))).status).toBe(400);
    const viewer = { "X-Auth-User": "vi@unit.dev", "X-Auth-Roles": "viewer" };
    expect((await requestWith(TEAM, PATH, init(viewer))).status).toBe(403);
    const foreign = { "Sec-Fetch-Site": "cross-site", Origin: "https://lab.unit.dev" };
    expect((await request(PATH, init(foreign))).status).toBe(403);
  });
});

describe("a mail that Cloudflare delivers", () => {
  const deliver = async (from: string, content: string, senders: string[]) => {
    const rejected: string[] = [];
    const { settings } = testServices();
    const deps = testServices({ settings: { ...settings, MAIL_SENDERS: senders } });
    const raw = new Blob([bytesOf(content)]).stream();
    await receiveMail(deps, { from, raw, setReject: (reason) => void rejected.push(reason) });
    return rejected;
  };
  const titled = async (title: string) => {
    const { results } = await env.WORKSPACE_DB.prepare(
      "select a.actor from intake_reports r join audit a on a.object_id = r.id where r.title like ?",
    )
      .bind(`${title}%`)
      .all();
    return results;
  };

  it("enters the intake where its sender is named", async () => {
    const sent = mail(text("They used T1566."), ["Subject: Delivered"]);
    expect(await deliver("ann@example.org", sent, ["@example.org"])).toEqual([]);
    expect(await titled("Delivered")).toEqual([{ actor: "mail of ann@example.org" }]);
  });

  it("goes back to others, and where it cannot be read", async () => {
    const sent = mail(text("They used T1566."), ["Subject: Turned away"]);
    expect(await deliver("eve@example.com", sent, ["@example.org"])).toEqual([
      "This address does not accept email from you.",
    ]);
    expect(await titled("Turned away")).toEqual([]);
    const [reason] = await deliver("ann@example.org", mail(text("")), ["@example.org"]);
    expect(reason).toMatch(/no text/);
  });

  it.each([
    ["ann@example.org", ["ann@example.org"], true],
    ["Ann@Example.ORG", ["ann@example.org"], true],
    ["ann@example.org", ["@example.org"], true],
    ["ann@evil-example.org", ["@example.org"], false],
    ["ann@example.org.evil.com", ["@example.org"], false],
    ["ann@example.org", ["example.org"], false],
    ["ann@example.org", [], false],
    ["", ["@"], false],
  ])("of %s is let in by %j: %s", (from, senders, isIn) => {
    expect(isAllowed(from, senders)).toBe(isIn);
  });
});
