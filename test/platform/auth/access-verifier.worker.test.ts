import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { parseSettings } from "../../../src/settings.ts";
import { createAccessVerifier } from "../../../src/platform/auth/access-verifier.ts";
import type { AppError } from "../../../src/platform/lib/errors.ts";
import { requestWith } from "../../support/team.ts";
import { markReady } from "../../support/ready.ts";

beforeAll(markReady);

const AUDIENCE = "our-app";
const MINUTE = 60;
let pair: Awaited<ReturnType<typeof generateKeyPair>>;
let keys: object;
let counter = 0;

/** A team of its own, for keys are kept as long as the process lives. */
function open(fetchKeys: typeof fetch, more: Record<string, string> = {}) {
  counter += 1;
  const team = `team-${counter}.unit.invalid`;
  const access = { ACCESS_TEAM_DOMAIN: team, ACCESS_AUD: AUDIENCE, ...more };
  const settings = parseSettings({ AUTH_ENABLED: "true", ...access });
  const logged: string[] = [];
  const verify = createAccessVerifier(settings, fetchKeys, (_level, event) => logged.push(event));
  const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
  const sign = async (payload: JWTPayload, alg = "RS256") =>
    await new SignJWT({ iss: `https://${team}`, aud: AUDIENCE, ...payload })
      .setProtectedHeader({ alg, kid: "1" })
      .sign(pair.privateKey);
  return { settings: access, verify: verify ?? (async () => null), sign, inSeconds, logged, team };
}

beforeAll(async () => {
  pair = await generateKeyPair("RS256");
  keys = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: "1" }] };
});

describe("a Cloudflare Access token", () => {
  const answering = async () => Response.json(keys);

  it("names a person by email and a service token by its client id", async () => {
    const { verify, sign, inSeconds } = open(answering);
    const exp = inSeconds(MINUTE);
    expect(await verify(await sign({ exp, email: "ann@example.org" }))).toBe("ann@example.org");
    expect(await verify(await sign({ exp, common_name: "abc.access", sub: "" }))).toBe(
      "abc.access",
    );
    expect(await verify(await sign({ exp }))).toBeNull();
    expect(await verify(await sign({ exp, email: "" }))).toBeNull();
  });

  it("is refused without an expiry, after it, before its time, and under another algorithm", async () => {
    const { verify, sign, inSeconds, team } = open(answering);
    const email = "ann@example.org";
    const exp = inSeconds(MINUTE);
    expect(await verify(await sign({ email }))).toBeNull();
    expect(await verify(await sign({ email, exp: inSeconds(-MINUTE) }))).toBeNull();
    expect(await verify(await sign({ email, exp, nbf: inSeconds(MINUTE) }))).toBeNull();
    expect(await verify(await sign({ email, exp, aud: "another" }))).toBeNull();
    expect(await verify(await sign({ email, exp, iss: "https://evil.example" }))).toBeNull();
    // Clocks differ a little.
    expect(await verify(await sign({ email, exp: inSeconds(-10) }))).toBe(email);
    const unsigned = new UnsecuredJWT({ email, exp, iss: `https://${team}`, aud: AUDIENCE });
    expect(await verify(unsigned.encode())).toBeNull();
    const { privateKey } = await generateKeyPair("PS256");
    const other = new SignJWT({ email, exp, iss: `https://${team}`, aud: AUDIENCE });
    const signed = await other.setProtectedHeader({ alg: "PS256", kid: "1" }).sign(privateKey);
    expect(await verify(signed)).toBeNull();
  });

  it.each<[string, typeof fetch]>([
    ["refuses the connection", async () => Promise.reject(new TypeError("fetch failed"))],
    ["answers 500", async () => new Response("", { status: 500 })],
    ["answers a page", async () => new Response("<html>")],
    ["answers no keys", async () => Response.json({ nothing: true })],
  ])("is neither good nor bad while the server of the keys %s", async (_what, fetchKeys) => {
    const { verify, sign, inSeconds, logged } = open(fetchKeys);
    const token = await sign({ exp: inSeconds(MINUTE), email: "ann@example.org" });
    const error = await verify(token).catch((thrown: AppError) => thrown);
    expect(error).toMatchObject({ code: "identity_unavailable", headers: { "Retry-After": "10" } });
    expect(logged).toEqual(["access.keys_unavailable"]);
  });

  it("is answered 503 with Retry-After while the keys are out of reach, not 401", async () => {
    const { settings, sign, inSeconds } = open(answering);
    const token = await sign({ exp: inSeconds(MINUTE), email: "ann@example.org" });
    const headers = { "Cf-Access-Jwt-Assertion": token };
    const unreachable = { OPERATOR_NETWORK: { fetch: () => Promise.reject(new TypeError("no")) } };
    const team = { AUTH_ENABLED: "true", ...settings, ...unreachable } as never;
    const response = await requestWith(team, "/api/me", { headers });
    expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "10"]);
    expect(await response.json()).toMatchObject({ code: "identity_unavailable" });
    expect((await requestWith(team, "/api/health")).status).toBe(200);
    const garbage = { "Cf-Access-Jwt-Assertion": "no.token.atall" };
    expect((await requestWith(team, "/api/me", { headers: garbage })).status).toBe(401);
  });
});
