import { beforeAll, describe, expect, it } from "vitest";
import { ingestSmallRelease } from "../../support/service.ts";
import { ROOT, shareReport, TAXII } from "../../support/taxii.ts";
import { requestWith, TEAM } from "../../support/team.ts";

const OBJECTS = `${ROOT}collections/reports-tlp-green/objects/`;

interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

async function send(
  path: string,
  headers: Record<string, string> = {},
  init: RequestInit = {},
  settings: Record<string, string> = TEAM,
): Promise<Answer> {
  const response = await requestWith(settings, path, { ...init, headers });
  const text = await response.text();
  const body = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body };
}

const basic = (user: string, password: string) => ({
  Authorization: `Basic ${btoa(`${user}:${password}`)}`,
});
const viewer = { "X-Auth-User": "vic@example.org", "X-Auth-Roles": "viewer" };

describe("before the first release", () => {
  it("answers 503 in TAXII's form", async () => {
    const { status, headers, body } = await send("/taxii2/", viewer);
    expect([status, headers.get("Content-Type"), headers.get("Retry-After")]).toEqual([
      503,
      TAXII,
      "2",
    ]);
    expect(body).toMatchObject({ error_code: "starting", http_status: "503" });
  });
});

describe("access", () => {
  let token = "";
  beforeAll(async () => {
    await ingestSmallRelease();
    await shareReport("APT29 ran T1059.001 there.", "green");
    const analyst = { "X-Auth-User": "ann@example.org", "X-Auth-Roles": "analyst" };
    const order = JSON.stringify({ name: "OpenCTI", role: "viewer" });
    const created = await send("/api/tokens", analyst, { method: "POST", body: order });
    token = String(created.body["token"]);
  });

  it("without credentials is refused with a challenge that TAXII clients know", async () => {
    for (const path of ["/taxii2/", ROOT, `${ROOT}collections/`, OBJECTS]) {
      const { status, headers, body } = await send(path, { Accept: TAXII });
      expect([status, headers.get("WWW-Authenticate")]).toEqual([
        401,
        'Basic realm="tradecraft", Bearer',
      ]);
      expect(body).toMatchObject({ title: "Authentication required", http_status: "401" });
      expect(body["error_id"]).toBe(headers.get("X-Request-ID"));
    }
    expect((await send("/api/me")).headers.get("WWW-Authenticate")).toBe("Bearer");
  });

  it("is by an API token, as a bearer or the password of any user", async () => {
    for (const sent of [
      { Authorization: `Bearer ${token}` },
      { Authorization: `Token ${token}` },
      basic("opencti", token),
      basic("", token),
      basic("Имя".normalize().replaceAll(/./g, "x"), token),
    ]) {
      expect((await send(OBJECTS, { Accept: TAXII, ...sent })).status).toBe(200);
      expect((await send(OBJECTS, { Accept: TAXII, ...sent }, {}, {})).status).toBe(200);
    }
  });

  it("is refused with a token that is wrong, and ignores the passwords of others", async () => {
    for (const sent of [
      basic("a", `${token}x`),
      basic("a", "tradecraft_"),
      basic("a", "tradecraft_:x"),
    ]) {
      const { status } = await send(OBJECTS, sent);
      expect(status).toBe(401);
    }
    for (const Authorization of [
      "Basic !!!",
      "Basic",
      "Basic YQ",
      btoa(`a:${token}`),
      "Digest x",
    ]) {
      expect((await send(OBJECTS, { Authorization })).status).toBe(401);
    }
    expect((await send(OBJECTS, { ...viewer, ...basic("a", "secret") })).status).toBe(200);
    expect((await send(OBJECTS, basic("a", "secret"), {}, {})).status).toBe(200);
  });

  it("adds and deletes nothing, whoever asks", async () => {
    const post = { method: "POST", body: '{"objects":[{"type":"indicator"}]}' };
    for (const sent of [viewer, { ...viewer, "X-Auth-Roles": "admin" }, basic("a", token)]) {
      for (const [path, init] of [
        [OBJECTS, post],
        [`${OBJECTS}report--5f0c7a52-2f4e-5c0b-9a55-0b1f2f6f3a11/`, { method: "DELETE" }],
      ] as const) {
        const { status, body } = await send(path, { ...sent, "Content-Type": TAXII }, init);
        expect([status, body["error_code"]]).toEqual([403, "read_only"]);
      }
    }
    const unknown = `${ROOT}collections/none/objects/`;
    expect((await send(unknown, viewer, post)).status).toBe(404);
    const other = { ...viewer, Origin: "https://evil.example" };
    expect((await send(OBJECTS, other, post)).body["error_code"]).toBe("cross_origin");
  });

  it.each([
    [TAXII, 200],
    ["application/taxii+json; version=2.1", 200],
    ["application/taxii+json", 200],
    ["text/html, */*;q=0.1", 200],
    ["application/*", 200],
    ["application/taxii+json;version=2.0, application/taxii+json;version=2.1", 200],
    ["application/taxii+json;version=2.0", 406],
    ["application/vnd.oasis.taxii+json; version=2.0", 406],
    ["application/stix+json;version=2.1", 406],
    ["application/json", 406],
    ["*/*;q=0", 406],
    ["", 406],
  ])("with Accept '%s' answers %i", async (accept, status) => {
    const answer = await send("/taxii2/", { ...viewer, Accept: accept });
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([status, TAXII]);
  });

  it("answers HEAD without a body, and refuses other methods in TAXII's form", async () => {
    const head = await send(OBJECTS, viewer, { method: "HEAD" });
    expect([head.status, head.body]).toEqual([200, {}]);
    for (const method of ["OPTIONS", "PUT", "PATCH"]) {
      const { status, headers, body } = await send(OBJECTS, viewer, { method });
      expect([method, status, headers.get("Allow")]).toEqual([method, 405, "GET, POST"]);
      expect(body["http_status"]).toBe("405");
    }
  });

  it("counts a walk through a collection as one export", async () => {
    const settings = { ...TEAM, RATE_EXPORTS_PER_MINUTE: "1" };
    const as = { ...viewer, "X-Auth-User": "walker" };
    const first = await send(`${OBJECTS}?limit=2`, as, {}, settings);
    const next = encodeURIComponent(String(first.body["next"]));
    expect((await send(`${OBJECTS}?limit=2&next=${next}`, as, {}, settings)).status).toBe(200);
    const again = await send(`${OBJECTS}?limit=2`, as, {}, settings);
    expect(again.status).toBe(429);
    expect(Number(again.headers.get("Retry-After"))).toBeGreaterThan(0);
  });
});
