import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { closeServices } from "../../../src/services.ts";
import { markReady } from "../../support/ready.ts";
import { ask, callTool, ERAS, messageOf, postMcp, type Sender } from "../../support/mcp.ts";
import { requestWith, TEAM } from "../../support/team.ts";
import { expireToken } from "../../support/tokens.ts";

const ann = { "X-Auth-User": "ann@example.org", "X-Auth-Roles": "admin" };
const list = (sender: Sender = {}) => {
  const { body, headers } = messageOf("tools/list", {}, "2025-11-25");
  return postMcp(body, { ...sender, headers: { ...headers, ...sender.headers } });
};

async function createToken(role: string): Promise<{ id: string; headers: Record<string, string> }> {
  const response = await requestWith(TEAM, "/api/tokens", {
    method: "POST",
    headers: ann,
    body: JSON.stringify({ name: "Assistant", role }),
  });
  const { id, token } = await response.json<{ id: string; token: string }>();
  return { id, headers: { Authorization: `Bearer ${token}` } };
}

async function auditOf(action: string): Promise<{ actor: string }[]> {
  const response = await requestWith(TEAM, `/api/pipeline/audit?action=${action}`, {
    headers: ann,
  });
  return await response.json();
}

describe("before a release answers", () => {
  it("is starting, as the interface is", async () => {
    closeServices(env);
    const response = await list();
    expect(response.status).toBe(503);
    expect(response.headers.get("Retry-After")).toBe("2");
  });
});

describe("access", () => {
  beforeAll(markReady);

  it("needs nobody's name in local mode", async () => {
    expect((await list()).status).toBe(200);
  });

  it("asks for a bearer token in team mode", async () => {
    const response = await list({ settings: TEAM });
    expect(response.status).toBe(401);
    expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
  });

  it("refuses a token that expired or never was", async () => {
    const { id, headers } = await createToken("viewer");
    expect((await list({ settings: TEAM, headers })).status).toBe(200);
    await expireToken(id);
    for (const sent of [headers, { Authorization: "Bearer tradecraft_of-nobody" }]) {
      const response = await list({ settings: TEAM, headers: sent });
      expect(response.status).toBe(401);
      expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
    }
  });

  it.each(ERAS)("refuses a viewer's write and says why (%s)", async (era) => {
    const { headers } = await createToken("viewer");
    const sender = { settings: TEAM, headers, era };
    const writes = {
      analyze_text: { text: "A report." },
      analyze_file: { filename: "a.txt", content_base64: "QQ==" },
      analyze_url: { url: "https://example.org/report" },
      draft_rule: { title: "R", technique_id: "T1059", language: "sigma" },
      propose_review_change: {
        session_id: "00000000-0000-4000-8000-000000000000",
        change: "reject",
        attack_id: "T1059",
        reason: "No.",
      },
    };
    for (const [name, args] of Object.entries(writes)) {
      const { isError, content } = await callTool(name, args, sender);
      expect(isError).toBe(true);
      expect(content[0]?.text).toBe(
        "This needs the role analyst or admin; yours is viewer. (role_required)",
      );
    }
  });

  it("counts calls against the limits of the routes", async () => {
    const { headers } = await createToken("viewer");
    const settings = { ...TEAM, RATE_COMPUTATIONS_PER_MINUTE: "2" };
    const call = async () =>
      await callTool(
        "validate_rule",
        { language: "kql", content: "T | take 1" },
        { settings, headers },
      );
    expect((await call()).isError).toBeUndefined();
    expect((await call()).isError).toBeUndefined();
    const refused = await call();
    expect(refused).toMatchObject({ isError: true });
    expect(refused.content[0]?.text).toMatch(/At most 2 computations a minute.*rate_limited/);
  });

  it("holds the quotas", async () => {
    const { headers } = await createToken("analyst");
    const settings = { ...TEAM, QUOTA_RULES: "0" };
    const order = { title: "R", technique_id: "T1059", language: "sigma" };
    expect((await callTool("draft_rule", order, { settings, headers })).isError).toBe(true);
    expect(await auditOf("rule.generate")).toEqual([]);
  });
});

describe("hosts and origins", () => {
  it.each([
    [{ Origin: "https://evil.example" }, 403],
    [{ Origin: "http://localhost" }, 200],
    [{ Origin: "null" }, 403],
    [{ "Sec-Fetch-Site": "cross-site", Origin: "http://localhost" }, 403],
    [{ Host: "evil.example" }, 403],
  ])("answers %j with %d", async (headers, status) => {
    expect((await list({ headers })).status).toBe(status);
  });

  it("accepts the names that the settings name", async () => {
    const { body, headers } = messageOf("tools/list", {}, "2025-11-25");
    const send = async (settings: Record<string, string>, more: Record<string, string> = {}) =>
      (
        await requestWith(settings, "http://tools.example.org/mcp", {
          method: "POST",
          headers: { ...headers, Host: "tools.example.org", ...more },
          body: JSON.stringify(body),
        })
      ).status;
    expect(await send({})).toBe(403);
    expect(await send({ ALLOWED_HOSTS: "tools.example.org" })).toBe(200);
    const proxied = { AUTH_ENABLED: "true", PROXY_SECRET: "a-secret-of-the-proxy" };
    const { headers: bearer } = await createToken("viewer");
    expect(await send(proxied, bearer)).toBe(200);
    const published = { ...proxied, PUBLIC_ORIGIN: "https://tradecraft.example" };
    expect(await send(published, { ...bearer, Origin: "https://tradecraft.example" })).toBe(200);
    expect(await send(published, { ...bearer, Origin: "https://evil.example" })).toBe(403);
  });

  it("answers GET and DELETE with 405 and Allow", async () => {
    for (const method of ["GET", "DELETE", "PUT"]) {
      const response = await requestWith({}, "/mcp", {
        method,
        headers: { Accept: "text/event-stream" },
      });
      expect(response.status).toBe(405);
      expect(response.headers.get("Allow")).toBe("POST");
    }
  });

  it("keeps nothing of a list for shared caches", async () => {
    const { result } = await ask("tools/list");
    expect(result).toMatchObject({ ttlMs: 300_000, cacheScope: "private" });
  });
});
