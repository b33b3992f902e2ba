import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Provider } from "../../../src/platform/sign-on/provider.ts";
import { readClaims } from "../../../src/platform/sign-on/read-claims.ts";
import { completeSettings } from "../../../src/platform/sign-on/settings.ts";
import { parseSettings } from "../../../src/settings.ts";
import type { Recording } from "../../support/recorded.ts";

/** A login at a real provider, as `npm run judges:oidc -- --record` writes it. */
interface RecordedLogin {
  at: string;
  settings: Record<string, string>;
  expected: { state: string; nonce: string; verifier: string };
  callback: string;
  exchanges: Recording[];
}

const RECORDED = join(import.meta.dirname, "..", "..", "support", "recorded");
const MINUTE_MS = 60_000;

function read(name: string): RecordedLogin {
  return JSON.parse(readFileSync(join(RECORDED, `${name}.json`), "utf8")) as RecordedLogin;
}

/** The provider of a recording, and what it was sent now. */
function open({ settings: given, exchanges, at }: RecordedLogin) {
  vi.useFakeTimers({ now: Date.parse(at), toFake: ["Date"] });
  const settings = completeSettings(parseSettings(given));
  if (settings === null) throw new Error("The recording has no login.");
  const sent: Record<string, string>[] = [];
  const network: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const found = exchanges.find((one) => one.request.path === pathname);
    if (request.method === "POST")
      sent.push(Object.fromEntries(new URLSearchParams(await request.text())));
    return new Response(found?.body ?? "", { status: found?.status ?? 404, ...found });
  };
  const deps = {
    network: { public: network, operator: network },
    settings: { ALLOW_PRIVATE_SOURCES: false },
  };
  const provider = new Provider(settings, deps, async () => await Promise.resolve());
  return { provider, settings, sent };
}

afterEach(() => void vi.useRealTimers());

describe.each(["oidc-id-token", "oidc-userinfo"])(
  "the answers of a real provider in %s",
  (name) => {
    const recorded = read(name);
    const callback = new URL(recorded.callback);

    it("prove the user who logged in", async () => {
      const { provider, settings, sent } = open(recorded);
      const { claims } = await provider.exchange(callback, recorded.expected);
      const actor = { name: "analyst@example.org", role: "analyst" };
      expect(readClaims(claims, settings)).toEqual(actor);
      // What the provider was sent then is what it is sent now.
      expect(sent).toEqual([recorded.exchanges.find(({ request }) => request.body)?.request.body]);
    });

    it("prove nothing for another login, client or time", async () => {
      const { expected } = recorded;
      const attempt = async (login: RecordedLogin, wanted: RecordedLogin["expected"]) =>
        await open(login).provider.exchange(callback, wanted);
      await expect(attempt(recorded, { ...expected, nonce: "another" })).rejects.toThrow("nonce");
      await expect(attempt(recorded, { ...expected, state: "another" })).rejects.toThrow("state");
      const settings = { ...recorded.settings, OIDC_CLIENT_ID: "another" };
      await expect(attempt({ ...recorded, settings }, expected)).rejects.toThrow("aud");
      const late = new Date(Date.parse(recorded.at) + 70 * MINUTE_MS).toISOString();
      await expect(attempt({ ...recorded, at: late }, expected)).rejects.toThrow("exp");
    });

    it("prove nothing with a changed token", async () => {
      const exchanges = recorded.exchanges.map((one) => {
        if (one.request.path !== "/token") return one;
        const body = JSON.parse(one.body) as { id_token: string };
        const [header, payload, signature = ""] = body.id_token.split(".");
        const changed = signature.replace(/^./, (first) => (first === "A" ? "B" : "A"));
        const idToken = `${header}.${payload}.${changed}`;
        return { ...one, body: JSON.stringify({ ...body, id_token: idToken }) };
      });
      const { provider } = open({ ...recorded, exchanges });
      await expect(provider.exchange(callback, recorded.expected)).rejects.toThrow("signature");
    });
  },
);
