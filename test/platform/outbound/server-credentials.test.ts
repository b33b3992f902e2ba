import { describe, expect, it } from "vitest";
import {
  authorizationFor,
  serverCredentials,
} from "../../../src/platform/outbound/server-credentials.ts";
import { describeSettings } from "../../../src/describe-settings.ts";
import { parseSettings } from "../../../src/settings.ts";

const KEY = "secret-0123456789";
const SETTING = JSON.stringify({
  "https://misp.unit.example": { key: KEY },
  "https://cti.unit.example:8443/taxii2": { username: "анна", password: "p:ä" },
  "https://cti.unit.example:8443/taxii2/inner/": { bearer: "inner-token" },
});
const CREDENTIALS = serverCredentials.parse(SETTING);

describe("credentials for a server", () => {
  it.each([
    ["https://misp.unit.example/events/restSearch", KEY],
    ["https://MISP.unit.example:443/", KEY],
    ["http://misp.unit.example/", null],
    ["https://misp.unit.example:444/", null],
    ["https://misp.unit.example.evil.example/", null],
    ["https://a.misp.unit.example/", null],
    [
      "https://cti.unit.example:8443/taxii2",
      `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode("анна:p:ä")))}`,
    ],
    ["https://cti.unit.example:8443/taxii2/inner/collections/", "Bearer inner-token"],
    ["https://cti.unit.example:8443/taxii2/inner", "Bearer inner-token"],
    ["https://cti.unit.example:8443/taxii22/", null],
    ["https://cti.unit.example:8443/", null],
    ["https://cti.unit.example:8443/taxii2/../other", null],
    ["https://cti.unit.example:8443/taxii2/..%2fother", null],
    ["https://cti.unit.example:8443/taxii2/%2e%2e/other", null],
    ["https://cti.unit.example:8443/taxii2/..%5Cother", null],
    ["no url", null],
  ])("are sent to %s as %s", (url, expected) => {
    expect(authorizationFor(CREDENTIALS, url)).toBe(expected);
  });
});

describe("the setting SERVER_CREDENTIALS", () => {
  it.each([
    ["no JSON", /must be a JSON object such as/],
    ["[]", /must be a JSON object such as/],
    ["null", /must be a JSON object such as/],
    [
      { "misp.unit.example": { key: KEY } },
      /needs keys that are http\(s\) URLs without .* \(entry 1\)/,
    ],
    [{ [`https://u:${KEY}@x.example`]: { key: "a" } }, /\(entry 1\)/],
    [{ "https://x.example/?a=1": { key: "a" } }, /without user name, query and fragment/],
    [{ "https://x.example": KEY }, /needs {"username", "password"}, {"bearer"} or {"key"}/],
    [{ "https://x.example": { key: `${KEY}\n` } }, /in characters that a header can carry/],
    [{ "https://x.example": { key: "a", bearer: KEY } }, /\(entry 1\)/],
    [{ "https://x.example": { username: "a:b", password: KEY } }, /\(entry 1\)/],
    [
      { "https://x.example": { key: "a" }, "https://x.example/": { key: KEY } },
      /names the same server twice \(entry 2\)/,
    ],
  ] as const)("%j stops the start with a sentence that quotes no secret", (value, expected) => {
    const given = typeof value === "string" ? value : JSON.stringify(value);
    const start = () => parseSettings({ SERVER_CREDENTIALS: given });
    expect(start).toThrow(/^Setting SERVER_CREDENTIALS /);
    expect(start).toThrow(expected);
    expect(start).not.toThrow(KEY);
  });

  it("is shown as set, and nothing of it", () => {
    const given = { SERVER_CREDENTIALS: SETTING };
    const view = describeSettings(given, parseSettings(given));
    const shown = view.settings.find(({ name }) => name === "SERVER_CREDENTIALS");
    expect(shown).toMatchObject({ is_secret: true, is_set: true, value: null, default: null });
    expect(JSON.stringify(view)).not.toMatch(/secret-0123|inner-token|misp\.unit/);
  });
});
