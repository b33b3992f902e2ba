import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { proxyNotes, readProxySettings } from "../../src/selfhost/egress/proxy-settings.ts";
import { parseHostSettings } from "../../src/selfhost/settings.ts";
import { temporaryFolder } from "../support/node/service.ts";

const ADDRESS = "http://proxy.example.org:3128";

describe("the proxies of the environment", () => {
  it("are none unless set", () => {
    expect(readProxySettings({ HTTPS_PROXY: "", NO_PROXY: "example.org" })).toBeNull();
  });

  it.each(["HTTPS_PROXY", "https_proxy"])("are read from %s", (name) => {
    expect(readProxySettings({ [name]: ADDRESS })).toEqual({
      HTTP_PROXY: undefined,
      HTTPS_PROXY: ADDRESS,
      NO_PROXY: "",
    });
  });

  it("are those in lower case where both are set", () => {
    const given = { http_proxy: ADDRESS, HTTP_PROXY: "http://other.example.org" };
    const exempt = { no_proxy: "a.example.org .b.example.org,\tc.example.org", NO_PROXY: "*" };
    expect(readProxySettings({ ...given, ...exempt })).toMatchObject({
      HTTP_PROXY: ADDRESS,
      NO_PROXY: "a.example.org,.b.example.org,c.example.org",
    });
  });

  it.each([
    "proxy.example.org:3128",
    "socks5://proxy.example.org:1080",
    "http://",
    "http://proxy.example.org:99999",
    "http://user:sec/ret@proxy.example.org:3128",
    "http://user:sec#ret@proxy.example.org:3128",
    "http://user:sec%ret@proxy.example.org:3128",
    "http://user:sec ret@proxy.example.org:3128",
  ])("stop the start as %s, with the setting's name and without its value", (value) => {
    for (const name of ["HTTPS_PROXY", "http_proxy"]) {
      const sentence = `Setting ${name} must be the address of an HTTP proxy such as http://proxy.example.org:3128; percent-encode special characters of its user name and password.`;
      expect(() => parseHostSettings({ [name]: value })).toThrow(new Error(sentence));
    }
  });

  it("are printed without credentials, with the entries of NO_PROXY that have no effect", () => {
    const settings = readProxySettings({
      HTTPS_PROXY: "http://user:secret@proxy.example.org:3128",
      HTTP_PROXY: "https://user:secret@tls.example.org",
      NO_PROXY: "10.0.0.0/8,.example.org",
    });
    expect(proxyNotes(settings)).toEqual([
      "Outgoing requests: https:// through http://proxy.example.org:3128, http:// through https://tls.example.org.",
      "NO_PROXY entry 10.0.0.0/8 has no effect; write IPv4 networks as 192.0.2.0-192.0.2.255.",
    ]);
  });
});

describe("a program of the project", () => {
  it("asks the service on this machine directly, whatever Node is told about proxies", () => {
    const folder = temporaryFolder();
    const program = join(folder.path, "program.mjs");
    writeFileSync(program, `console.log(process.env.NODE_USE_ENV_PROXY)`);
    const path = JSON.stringify(relative(process.cwd(), program));
    const start = `import { runProgram } from "./scripts/set-up/run-program.mjs"; runProgram(process.cwd(), ${path}, [], false);`;
    const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", start], {
      encoding: "utf8",
      env: { ...process.env, NODE_USE_ENV_PROXY: "1" },
    });
    expect(printed.trim()).toBe("0");
    folder.remove();
  });
});
