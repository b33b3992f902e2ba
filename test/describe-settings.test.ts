import { describe, expect, it } from "vitest";
import { describeSettings } from "../src/describe-settings.ts";
import { parseSettings, SETTING_NAMES } from "../src/settings.ts";

const KEY = "k".repeat(40);
const describeGiven = (given: Record<string, string>) =>
  describeSettings(given, parseSettings(given));
const settingOf = (given: Record<string, string>, name: string) =>
  describeGiven(given).settings.find((setting) => setting.name === name);

describe("the settings as an admin sees them", () => {
  it("are all there are, each with its meaning", () => {
    const { settings } = describeGiven({});
    expect(settings.map(({ name }) => name).sort()).toEqual([...SETTING_NAMES].sort());
    expect(settings.filter(({ meaning }) => !/^[A-Z].+\.$/.test(meaning))).toEqual([]);
  });

  it("show the value in effect, the default and the unit", () => {
    const given = { MAX_PDF_PAGES: "10", MAX_JSON_BYTES: "" };
    expect(settingOf(given, "MAX_PDF_PAGES")).toMatchObject({
      is_set: true,
      value: 10,
      default: 2_000,
      unit: "pages",
    });
    expect(settingOf(given, "MAX_JSON_BYTES")).toMatchObject({
      is_set: false,
      value: 2 * 1024 * 1024,
      unit: "bytes",
    });
    expect(settingOf({ ALLOWED_HOSTS: "A, b" }, "ALLOWED_HOSTS")?.value).toEqual(["a", "b"]);
    expect(settingOf({}, "ACCESS_AUD")).toMatchObject({ value: null, default: null });
  });

  it("never show a secret, whatever holds one", () => {
    const given = {
      AUTH_ENABLED: "true",
      PROXY_SECRET: KEY,
      PROXY_SECRET_PREVIOUS: `${KEY}1`,
      INGEST_TOKEN: `${KEY}2`,
      AUDIT_KEY: `${KEY}3`,
      AUDIT_KEY_PREVIOUS: `${KEY}4`,
      PROVIDER_A_KIND: "openai",
      PROVIDER_A_MODEL: "m",
      PROVIDER_A_API_KEY: `${KEY}5`,
      PROVIDER_B_KIND: "ollama",
      PROVIDER_B_MODEL: "n",
      PROVIDER_B_BASE_URL: `http://user:${KEY}6@models.example:11434/v1?key=${KEY}7#${KEY}8`,
      VIRUSTOTAL_API_KEY: `${KEY}10`,
      OTX_API_KEY: `${KEY}11`,
      URLSCAN_API_KEY: `${KEY}12`,
      ABUSEIPDB_API_KEY: `${KEY}13`,
      ABUSECH_AUTH_KEY: `${KEY}14`,
      GREYNOISE_API_KEY: `${KEY}15`,
      SERVER_CREDENTIALS: JSON.stringify({ "https://misp.example": { key: `${KEY}16` } }),
      ATTACK_INDEX_URL: `https://${KEY}9@mirror.example/index.json?token=${KEY}`,
    };
    const { settings, providers } = describeGiven(given);
    expect(JSON.stringify({ settings, providers })).not.toContain(KEY);
    const secret = settings.filter(({ name }) => /(?:KEY|SECRET|TOKEN)(?:_PREVIOUS)?$/.test(name));
    expect(secret).toHaveLength(15);
    expect(secret.every(({ is_secret: isSecret }) => isSecret)).toBe(true);
    expect(settings.find(({ name }) => name === "PROVIDER_A_API_KEY")?.is_set).toBe(true);
    const credentials = settings.find(({ name }) => name === "SERVER_CREDENTIALS");
    expect(credentials).toMatchObject({ is_secret: true, is_set: true });
    expect(providers).toEqual([
      { id: "provider_a", kind: "openai", model: "m", host: null, has_key: true },
      {
        id: "provider_b",
        kind: "ollama",
        model: "n",
        host: "models.example:11434",
        has_key: false,
      },
      { id: "provider_c", kind: null, model: null, host: null, has_key: false },
    ]);
  });
});
